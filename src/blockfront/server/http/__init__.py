"""The HTTP API: endpoints, their types as OpenAPI and TypeScript, problems, limits."""

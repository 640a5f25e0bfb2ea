"""The HTTP API: endpoints, their types as OpenAPI and TypeScript, error answers, rate limits."""

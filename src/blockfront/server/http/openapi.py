"""The OpenAPI document of the API, made from the list of endpoints and the structs they take and give."""

import re
from http import HTTPStatus
from typing import Any

import msgspec

from blockfront import __version__
from blockfront.server.http.api import ENDPOINTS
from blockfront.server.http.endpoints import JSON, Endpoint
from blockfront.server.http.problems import STATUS
from blockfront.server.wire import Problem
from blockfront.server.wire import socket as wire_socket

Json = dict[str, Any]
_REFERENCE = "#/components/schemas/{name}"


def document() -> Json:
    """The OpenAPI document as plain data."""
    types = [kind for one in ENDPOINTS for kind in (one.given, one.answer) if kind is not None and one.media_type == JSON]
    types += [one.given for one in ENDPOINTS if one.given is not None and one.media_type != JSON]
    types += [Problem, wire_socket.ClientMessage, wire_socket.ServerMessage]
    _, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    components["ClientMessage"] = _schema(wire_socket.ClientMessage)
    components["ServerMessage"] = _schema(wire_socket.ServerMessage)
    paths: Json = {}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "blockfront",
            "version": __version__,
            "description": "Block wargames with enforced rules and fog of war. The WebSocket /api/games/{game}/socket takes "
            "ClientMessage and sends ServerMessage.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "the secret of a seat"}},
        },
    }


def _operation(one: Endpoint) -> Json:
    described: Json = {
        "operationId": one.name,
        "summary": one.description.partition("\n")[0],
        "tags": [one.tag],
        "parameters": _path_parameters(one) + _query_parameters(one),
        "responses": _responses(one),
    }
    if one.given is not None and one.method == "POST":
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": _schema(one.given)}}}
    if one.seat != "none":
        described["security"] = [{"seat": []}] if one.seat == "required" else [{}, {"seat": []}]
    return described


def _schema(kind: Any) -> Json:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REFERENCE)
    return schema


def _path_parameters(one: Endpoint) -> list[Json]:
    names = re.findall(r"{(\w+)}", one.path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _query_parameters(one: Endpoint) -> list[Json]:
    if one.given is None or one.method == "POST":
        return []
    described = msgspec.json.schema(one.given)["$defs"][one.given.__name__]
    required = described.get("required", ())
    fields = described["properties"].items()
    return [{"name": name, "in": "query", "required": name in required, "schema": schema} for name, schema in fields]


def _responses(one: Endpoint) -> Json:
    schema: Json = _schema(one.answer) if one.media_type == JSON else {"type": "string"}
    responses: Json = {str(one.status): {"description": "Done", "content": {one.media_type: {"schema": schema}}}}
    problem = {"content": {JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    for status in sorted(set(STATUS.values()) - {500}):
        responses[str(status)] = {"description": HTTPStatus(status).phrase, **problem}
    return responses

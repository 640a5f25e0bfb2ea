"""Optional chapters as layers: which chapter objects an option answers differently."""

from collections.abc import Mapping
from typing import Any

LAYERS: Mapping[str, Mapping[type[Any], type[Any]]] = {}

"""Rules as the layer that answers: their own types know the chapters of the basic game alone."""

from typing import TypeVar

T = TypeVar("T")


def layer(chapter: object, kind: type[T]) -> T:
    assert isinstance(chapter, kind), f"{type(chapter).__name__} is not laid over by {kind.__name__}"
    return chapter

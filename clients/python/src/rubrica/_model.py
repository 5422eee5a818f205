"""The base of what the service answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, Mapping, Tuple

Decoder = Callable[[Any], Any]
"""Makes the model of a JSON object; what it makes is said where it is used."""


class Model(Dict[str, Any]):
    """A JSON object of an answer: a dict whose members are attributes, too.

    Members and values that are newer than this client are kept as they came: ``model["novidade"]``.
    """

    _nested: ClassVar[Mapping[str, Callable[[], Decoder]]] = {}
    _optional: ClassVar[Tuple[str, ...]] = ()

    def __init__(self, dados: Mapping[str, Any]) -> None:
        super().__init__({name: self._read(name, value) for name, value in dados.items()})

    def _read(self, name: str, value: Any) -> Any:
        decoder = self._nested.get(name)
        return value if decoder is None else _decoded(value, decoder())

    # Hidden from type checkers, for which every attribute would be known then.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            try:
                return self[name]
            except KeyError:
                if name in self._optional:
                    return None
                raise AttributeError(f"{type(self).__name__} has no {name}") from None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"


def _decoded(value: Any, decoder: Decoder) -> Any:
    if isinstance(value, list):
        return [_decoded(item, decoder) for item in value]
    return decoder(value) if isinstance(value, Mapping) else value


def plain(dados: Mapping[str, Any]) -> Any:
    """Decodes one of several objects that nothing tells apart."""
    return Model(dados)


def tagged(member: str, classes: Mapping[str, Decoder]) -> Decoder:
    """A decoder that picks the class by the value of a member; a value that is new gives a plain ``Model``."""

    def decode(dados: Mapping[str, Any]) -> Any:
        return classes.get(str(dados.get(member)), Model)(dados)

    return decode

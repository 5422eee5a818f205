"""Files to upload."""

from __future__ import annotations

import os
from typing import BinaryIO, Optional, Tuple, Union

Arquivo = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, BinaryIO]
"""A PDF: the path of a file, its bytes, or a file opened in binary mode."""

DEFAULT_NAME = "documento.pdf"


def read_file(arquivo: Arquivo, name: Optional[str]) -> Tuple[str, bytes]:
    """The name and the bytes of a file. It is read whole, so that an attempt can be repeated; the service takes 20 MB."""
    if isinstance(arquivo, (bytes, bytearray, memoryview)):
        return name or DEFAULT_NAME, bytes(arquivo)
    if isinstance(arquivo, (str, os.PathLike)):
        with open(arquivo, "rb") as file:
            return name or os.path.basename(os.fspath(arquivo)), file.read()
    content = arquivo.read()
    if not isinstance(content, bytes):
        raise TypeError("arquivo was opened as text: open it in binary mode, open(path, 'rb')")
    own = getattr(arquivo, "name", None)
    return name or (os.path.basename(own) if isinstance(own, str) else DEFAULT_NAME), content

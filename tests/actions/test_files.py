"""Files that the user named, written."""

import os
import threading

import pytest

from blogforever.actions._files.file_io import write_text
from blogforever.errors import UnreadableFile


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    for text in ("new", "changed"):
        write_text(link, text)
        assert link.is_symlink()
        assert target.read_text(encoding="utf-8") == text
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_a_pipe_is_written_into(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=write_text, args=(pipe, "text"), daemon=True)
    writer.start()
    assert pipe.read_text(encoding="utf-8") == "text"
    writer.join()
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["file/below", "a\0b", ".", "n" * 300])
def test_what_cannot_be_written_is_named(name, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UnreadableFile):
        write_text(f"{tmp_path}/{name}", "text")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]

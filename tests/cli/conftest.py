import pytest
from click.testing import CliRunner

from blogforever.cli.main import blogforever


@pytest.fixture
def run(kept, monkeypatch):
    """Runs a command in this process; `kept` is the archive that it reads."""
    monkeypatch.setenv("BLOGFOREVER_ARCHIVE", str(kept))

    def run(*arguments):
        answer = CliRunner().invoke(blogforever, [str(one) for one in arguments])
        if answer.exception is not None and not isinstance(answer.exception, SystemExit):
            raise answer.exception
        return answer

    return run

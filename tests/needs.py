"""What some tests need of the machine: installed where we may, else the test is skipped, and on CI it fails."""

import os
import shutil
import subprocess

import pytest

APT = "apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=300"


def absent(reason):
    """The test cannot run here: a skip for people, a failure for CI."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def apt_install(*packages):
    """On a machine of our own (we are root) install the packages; nothing elsewhere."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run([*APT.split(), *packages], check=False, capture_output=True, timeout=600)

"""The private PostgreSQL server of the store's tests serves these too."""

from tests.store.conftest import new_store, postgresql

__all__ = ["new_store", "postgresql"]

"""The asynchronous client."""

from .client import AsyncColophon

__all__ = ["AsyncColophon"]

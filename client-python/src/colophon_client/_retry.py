"""When a request is sent once more, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Optional

from .problems import ColophonError, ColophonProblem

_FIRST_WAIT = 0.25
_LONGEST_BACKOFF = 8.0
_BUSY = frozenset({429, 503})


@dataclass(frozen=True)
class RetryPolicy:
    """How often a request is repeated, and how long one wait may be."""

    retries: int
    max_wait: float

    def wait_after(self, error: ColophonError, attempt: int) -> Optional[float]:
        """Seconds until the next attempt after `attempt` failed ones; None where the error is final."""
        if attempt > self.retries:
            return None
        if not isinstance(error, ColophonProblem):
            return backoff(attempt)
        # After a broken connection the service may still be at work on the attempt before.
        in_progress = error.slug == "idempotency-in-progress" and attempt > 1
        if error.status not in _BUSY and not in_progress:
            return None
        if error.retry_after is None:
            return backoff(attempt)
        if error.retry_after > self.max_wait:
            return None
        return error.retry_after + random.uniform(0, 0.1 * min(error.retry_after, 1) + 0.05)


def backoff(attempt: int) -> float:
    """Seconds that double with each attempt, with jitter: clients that failed together do not come back together."""
    longest = min(_LONGEST_BACKOFF, _FIRST_WAIT * 2 ** min(attempt, 10))
    return random.uniform(longest / 2, longest)

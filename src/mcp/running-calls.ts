/** The calls that run in this process, so that a request of its own can cancel one. */
export interface RunningCalls {
  /** Notes a call. Returns a function that forgets it. */
  add(session: string, id: string | number, cancel: () => void): () => void;
  cancel(session: string, id: string | number): void;
  /** Cancels all calls of a session. */
  end(session: string): void;
}

/** The calls of one process. A session is that of one client: its name contains the client. */
export function runningCalls(): RunningCalls {
  const sessions = new Map<string, Map<string | number, () => void>>();
  return {
    add(session, id, cancel) {
      const calls = sessions.get(session) ?? new Map<string | number, () => void>();
      sessions.set(session, calls.set(id, cancel));
      return () => {
        if (calls.get(id) === cancel) calls.delete(id);
        if (calls.size === 0 && sessions.get(session) === calls) sessions.delete(session);
      };
    },
    cancel: (session, id) => sessions.get(session)?.get(id)?.(),
    end(session) {
      for (const cancel of [...(sessions.get(session)?.values() ?? [])]) cancel();
    },
  };
}

/** Runs the prints of one document, several at once where pages are idle. */
export interface Lanes<P> {
  /** Runs a print as soon as there is a page for it, in the order of the calls. */
  run<T>(work: (print: P) => Promise<T>): Promise<T>;
  /**
   * Begins no further prints, and resolves when the running ones have ended: only then may the document's own page be
   * returned.
   */
  close(): Promise<void>;
}

interface Waiting {
  /** Begins the print; false where no page is free. */
  readonly begin: () => boolean;
  readonly leave: (reason: Error) => void;
}

/** Interval in milliseconds at which idle pages are looked for. */
const lookEvery = 50;

/**
 * `own` is the page of the document, which takes one print after the other. Further prints are made on idle pages,
 * which `spare` lends for one print (`null` where there is none).
 */
export function createLanes<P>({
  own,
  spare,
}: {
  own: P;
  spare: <T>(work: (print: P) => Promise<T>) => Promise<T> | null;
}): Lanes<P> {
  const waiting: Waiting[] = [];
  const running = new Set<Promise<unknown>>();
  let busy = false;
  let closed = false;
  let looking: NodeJS.Timeout | null = null;
  const pump = (): void => {
    while (waiting[0]?.begin() === true) waiting.shift();
    if (looking !== null) clearTimeout(looking);
    looking = waiting.length > 0 ? setTimeout(pump, lookEvery) : null;
  };
  const started = <T>(work: (print: P) => Promise<T>): Promise<T> | null => {
    if (busy) return spare(work);
    busy = true;
    return work(own).finally(() => (busy = false));
  };
  const begin = <T>(work: (print: P) => Promise<T>): Promise<T> | null => {
    const begun = started(work);
    if (begun === null) return null;
    const ended = begun
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        running.delete(ended);
        pump();
      });
    running.add(ended);
    return begun;
  };
  return {
    run: <T>(work: (print: P) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        if (closed) throw givenUp();
        waiting.push({
          begin() {
            const begun = begin(work);
            begun?.then(resolve, reject);
            return begun !== null;
          },
          leave: reject,
        });
        pump();
      }),
    async close() {
      closed = true;
      for (const { leave } of waiting.splice(0)) leave(givenUp());
      while (running.size > 0) await Promise.all(running);
    },
  };
}

const givenUp = () => new Error('the document was given up');

/** Lanes for the duration of `work`, whether it succeeds or fails. */
export async function withLanes<P, T>(
  pages: Parameters<typeof createLanes<P>>[0],
  work: (lanes: Lanes<P>) => Promise<T>,
): Promise<T> {
  const lanes = createLanes(pages);
  try {
    return await work(lanes);
  } finally {
    await lanes.close();
  }
}

/** What was left behind, and of which document (1-based). */
export interface Dropped {
  readonly document: number;
  readonly what: string;
  readonly count: number;
  readonly reason: string;
}

/** Sentences, and characters of each: names in them are as long as a document has them. */
const maxCount = { warnings: 1000, characters: 500 };

/**
 * The report of merge and split (docs/spec/tools.md). Equal entries are counted, so that a report does not grow with
 * the pages.
 */
export class Report {
  readonly #warnings = new Set<string>();
  readonly #dropped = new Map<string, { document: number; what: string; count: number; reason: string }>();
  /** Documents (1-based) with signatures, which become invalid with a change. */
  readonly #signed = new Set<number>();

  warn(sentence: string): void {
    if (this.#warnings.size < maxCount.warnings)
      this.#warnings.add(
        sentence.length > maxCount.characters ? `${sentence.slice(0, maxCount.characters)}…`.toWellFormed() : sentence,
      );
  }

  drop(document: number, what: string, reason: string, count = 1): void {
    if (count === 0) return;
    const key = `${document} ${what} ${reason}`;
    const known = this.#dropped.get(key);
    if (known === undefined) this.#dropped.set(key, { document, what, count, reason });
    else known.count += count;
  }

  signed(document: number): void {
    this.#signed.add(document);
  }

  /** Adds what another report has. */
  add({ warnings, dropped, signed }: PlainReport): void {
    for (const sentence of warnings) this.warn(sentence);
    for (const { document, what, reason, count } of dropped) this.drop(document, what, reason, count);
    for (const document of signed) this.signed(document);
  }

  toPlain(): PlainReport {
    return { warnings: [...this.#warnings], dropped: [...this.#dropped.values()], signed: [...this.#signed] };
  }
}

/** A finished report as plain data, which can be sent between threads. */
export interface PlainReport {
  readonly warnings: readonly string[];
  readonly dropped: readonly Dropped[];
  /** Documents (1-based) whose signatures were removed. */
  readonly signed: readonly number[];
}

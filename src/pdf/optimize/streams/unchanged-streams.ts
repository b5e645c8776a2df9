/** Something that stays unchanged, with the reason. */
export interface LeftAlone {
  readonly what: 'image' | 'font' | 'colour';
  readonly count: number;
  readonly reason: string;
}

/** Counts unchanged objects by reason. */
export class Left {
  readonly #counts = new Map<string, LeftAlone>();

  note(what: LeftAlone['what'], reason: string): void {
    const key = `${what} ${reason}`;
    this.#counts.set(key, { what, reason, count: (this.#counts.get(key)?.count ?? 0) + 1 });
  }

  get all(): readonly LeftAlone[] {
    return [...this.#counts.values()];
  }
}

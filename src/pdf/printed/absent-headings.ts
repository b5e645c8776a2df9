import { reference, type Body } from './model/body.ts';

/** An outline item of a heading that is on none of the pages (see `leadsNowhere`). */
const nowhere = /\/Dest\s*\[\s*\d+ 0 R\s*\/XYZ\s+0\s+0\s+0\s*\]/;
const destination = /\/Dest\s*(?:\[[^[\]]*\]|\/\S+)/;

/**
 * Removes items of headings that begin the page after a printed one from the outline of a printed file (ISO 32000-2,
 * 12.3.3). An item with others below it stays, and leads to the first of these.
 */
export function dropAbsentHeadings(bodies: readonly Body[]): readonly Body[] {
  const absent = bodies.filter(
    ([, body]) => body.includes('/Title') && body.includes('/Parent ') && nowhere.test(body),
  );
  if (absent.length === 0) return bodies;
  const items = new Items(bodies);
  for (const [number] of absent.toReversed()) items.drop(number);
  return items.bodies();
}

/** Objects as text, by their numbers. */
class Items {
  readonly #texts: Map<number, string>;

  constructor(bodies: readonly Body[]) {
    this.#texts = new Map(bodies);
  }

  bodies(): Body[] {
    return [...this.#texts];
  }

  drop(number: number): void {
    const [first, prev, next, parent] = ['First', 'Prev', 'Next', 'Parent'].map((key) => this.#reference(number, key));
    if (first != null) {
      const place = destination.exec(this.#texts.get(first) ?? '')?.[0];
      if (place !== undefined) this.#change(number, (body) => body.replace(nowhere, () => place));
      return;
    }
    if (prev != null) this.#point(prev, 'Next', next);
    if (next != null) this.#point(next, 'Prev', prev);
    if (parent != null && prev == null) this.#point(parent, 'First', next);
    if (parent != null && next == null) this.#point(parent, 'Last', prev);
    for (
      let above = parent, depth = 0;
      above != null && depth < 100;
      above = this.#reference(above, 'Parent'), depth += 1
    )
      this.#change(above, (body) =>
        body.replace(/\/Count (\d+)/, (_, count: string) => (count === '1' ? '' : `/Count ${Number(count) - 1}`)),
      );
    this.#texts.delete(number);
  }

  #reference(number: number, key: string): number | null {
    return reference(this.#texts.get(number) ?? '', key);
  }

  #point(number: number, key: string, to: number | null | undefined): void {
    this.#change(number, (body) =>
      body.replace(new RegExp(`(?<!\\s)\\s*/${key} \\d+ 0 R`), to == null ? '' : `\n/${key} ${to} 0 R`),
    );
  }

  #change(number: number, change: (body: string) => string): void {
    const body = this.#texts.get(number);
    if (body !== undefined) this.#texts.set(number, change(body));
  }
}

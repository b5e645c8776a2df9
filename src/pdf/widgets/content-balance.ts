import { parseContent } from '../content/parse-content.ts';

/** Operators before and after content that make it leave the graphics state unchanged. */
export interface Brackets {
  readonly before: string;
  readonly after: string;
}

/**
 * Encloses a page's content in `q` and `Q` (ISO 32000-2, 8.4.2). Closes everything that it leaves open (saved states,
 * marked content, a text object). Opens everything that it closes without having opened it, so that a surplus `Q` does
 * not end the enclosing pair.
 */
export function bracketsFor(content: Buffer): Brackets {
  let [saved, lowest, marked] = [0, 0, 0];
  let text = false;
  for (const { operator } of parseContent(content)) {
    if (operator === 'q') saved += 1;
    else if (operator === 'Q') lowest = Math.min(lowest, (saved -= 1));
    else if (operator === 'BT' || operator === 'ET') text = operator === 'BT';
    else if (operator === 'BMC' || operator === 'BDC') marked += 1;
    else if (operator === 'EMC') marked = Math.max(0, marked - 1);
  }
  return {
    before: 'q\n'.repeat(1 - lowest),
    after: `\n${text ? 'ET\n' : ''}${'EMC\n'.repeat(marked)}${'Q\n'.repeat(1 + saved - lowest)}`,
  };
}

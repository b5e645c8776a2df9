import { parseContent } from '../content/parse-content.ts';

/** What content has to stand between, so that what follows it begins in the state that the page begins in. */
export interface Brackets {
  readonly before: string;
  readonly after: string;
}

/**
 * Puts a page's content between `q` and `Q` (ISO 32000-2, 8.4.2). What it leaves open is closed (saved states, marked
 * content, a text object), and what it closes without having opened is opened, where the first `Q` too many would take
 * the bracket itself.
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

import { visit, type JSONPath } from 'jsonc-parser';

/** An integer that may have more digits than a double holds (RFC 8259, 6). */
const longInteger = /[[:,\s]-?[1-9]\d{15,}\s*[,\]}]/;

/** Fields whose numbers are printed as they are, and fields in them whose numbers are drawn. */
const printed = new Set<unknown>(['rows', 'data', 'categories']);
const drawn = new Set<unknown>(['series', 'sparkline']);

const isPrinted = (path: JSONPath) => path.some((step) => printed.has(step)) && !path.some((step) => drawn.has(step));

/**
 * Replaces integers that lost digits by the text that was sent, where they are printed: in the rows of tables and in the
 * data of templates. `value` is what `JSON.parse` made of `text`, and is changed.
 */
export function keepDigits(text: string, value: unknown): void {
  if (!longInteger.test(text)) return;
  visit(text, {
    onLiteralValue(number: unknown, offset, length, ...[, , pathOf]) {
      if (typeof number !== 'number' || length < 16) return;
      const source = text.slice(offset, offset + length);
      if (!/^-?\d+$/.test(source) || String(number) === source) return;
      const path = pathOf();
      if (isPrinted(path)) replace(value, path, number, source);
    },
  });
}

function replace(root: unknown, path: JSONPath, number: number, source: string): void {
  let holder = root;
  for (const step of path.slice(0, -1)) holder = (holder as Readonly<Record<string, unknown>> | undefined)?.[step];
  const fields = holder as Record<string, unknown> | undefined;
  const last = path.at(-1);
  if (last !== undefined && fields?.[last] === number) fields[last] = source;
}

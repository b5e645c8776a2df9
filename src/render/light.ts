import type { Operation } from './operation.ts';
import type { Step } from './plan.ts';
import type { DocumentOptions } from './request.ts';

/** What composing at once may cost in characters and values: about a millisecond. */
const lightSize = 20_000;

/**
 * True when composing these steps costs less than handing them to a thread would: operations that are `light`, with few fields. Everything else
 * (templates, HTML, Markdown, code; long tables) is composed on a thread, where it holds nobody up and can be stopped.
 */
export function isLight(steps: readonly Step[], { header, footer }: DocumentOptions, operations: readonly Operation[]): boolean {
  const light = new Set(operations.filter((operation) => operation.light === true).map(({ name }) => name));
  if (!steps.every(({ name }) => light.has(name))) return false;
  return sizeOf([header, footer, steps.map(({ params }) => params)], lightSize) < lightSize;
}

/** Characters of text and number of values in plain data; counts no further than `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 1;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let size = 1;
  for (const part of Object.values(value)) {
    size += sizeOf(part, most - size);
    if (size >= most) break;
  }
  return size;
}

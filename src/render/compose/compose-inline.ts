import type { Operation } from '../model/operation.ts';
import type { Step } from '../model/types/step.ts';
import type { DocumentOptions } from '../model/request.ts';

/** What composing at once may cost in characters and values: about a millisecond. */
const lightSize = 20_000;

/**
 * True when composing these steps costs less than handing them to a thread would: operations that are `light`, with few
 * fields. Everything else (templates, HTML, Markdown, code; long tables) is composed on a thread, where it holds nobody
 * up and can be stopped.
 */
export function isLight(
  steps: readonly Step[],
  { header, footer }: DocumentOptions,
  operations: readonly Operation[],
): boolean {
  const light = new Map(
    operations.map(({ name, light: own }) => [
      name,
      typeof own === 'function' ? (own as (params: Step['params']) => boolean) : () => own === true,
    ]),
  );
  if (!steps.every(({ name, params, inside }) => light.get(name)?.(params) === true && inside === undefined))
    return false;
  return sizeOf([header, footer, steps.map(({ params }) => params)], lightSize) < lightSize;
}

/**
 * HTML that is parsed in a millisecond or two: short, and with few of the elements that the parser moves about (HTML,
 * 13.2.4.3, formatting elements).
 */
const lightHtml = { maxCharacters: 8000, maxFormatting: 40 };
const formatting = /<(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s>/])/gi;

/** True for HTML that can be composed at once. */
export const isLightHtml = (html: string): boolean =>
  html.length <= lightHtml.maxCharacters && (html.match(formatting)?.length ?? 0) <= lightHtml.maxFormatting;

/** Characters of text and number of values in plain data; counts no further than `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 1;
  if (ArrayBuffer.isView(value)) return most; // bytes, and parameters that came packed, are for a thread
  let size = 1;
  for (const part of Object.values(value)) {
    size += sizeOf(part, most - size);
    if (size >= most) break;
  }
  return size;
}

import type { Operation } from '../model/operation.ts';
import type { Step } from '../model/types/step.ts';
import type { DocumentOptions } from '../model/request.ts';

/** Maximum cost of composing inline, in characters and values: about a millisecond. */
const lightSize = 20_000;

/**
 * True where composing these steps takes less time than sending them to a thread: operations that are `light`, with few
 * fields. Everything else (templates, HTML, Markdown, code, long tables) is composed on a thread, where it delays no
 * other request and can be stopped.
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
 * HTML with fewer elements of the kinds that the parser rearranges (HTML, 13.2.4.3, formatting elements) is parsed in a
 * millisecond or two.
 */
const lightHtml = { maxCharacters: 8000, maxFormatting: 40 };
const formatting = /<(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s>/])/gi;

/** True for HTML that can be composed inline. */
export const isLightHtml = (html: string): boolean =>
  html.length <= lightHtml.maxCharacters && (html.match(formatting)?.length ?? 0) <= lightHtml.maxFormatting;

/** Number of characters and values in plain data; stops counting at `maxSize`. */
function sizeOf(value: unknown, maxSize: number): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 1;
  if (ArrayBuffer.isView(value)) return maxSize; // bytes, and packed parameters, are for a thread
  let size = 1;
  for (const part of Object.values(value)) {
    size += sizeOf(part, maxSize - size);
    if (size >= maxSize) break;
  }
  return size;
}

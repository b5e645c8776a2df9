import type { ExtractedText } from '../extracted.ts';

/** The `text/plain` form: pages separated by form feeds. */
export function plainText(result: ExtractedText): string {
  return result.pages.map(({ text }) => text).join('\f');
}

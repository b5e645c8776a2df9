import { parseCMap } from '../../fonts/cmap.ts';
import type { TextCleaner } from '../rewriting/clean-text.ts';
import { textsIn } from './byte-texts.ts';

/**
 * The rules (by their JSON pointers) that find text in the data of a stream. Of a CMap only the texts that it maps to
 * are searched, because its operators are no text of the document.
 */
export function pointersIn(bytes: Buffer, cleaner: TextCleaner): string[] {
  if (bytes.includes('begincmap'))
    return [...parseCMap(bytes).texts.values()]
      .filter((text) => text.length > 1)
      .flatMap((text) => cleaner.found(text));
  return textsIn(bytes).flatMap((text) => (isText(bytes) ? cleaner.found(text) : cleaner.foundInData(text)));
}

/** At least 95 % of the first bytes are printable characters or white space. */
function isText(bytes: Buffer): boolean {
  const some = bytes.subarray(0, 4096);
  let printed = 0;
  for (const byte of some) if (byte >= 0x20 || byte === 9 || byte === 10 || byte === 13) printed += 1;
  return printed >= 0.95 * some.length && !some.includes(0);
}

/** A URI without its percent encoding; as it is where that is broken. */
export function percentDecoded(uri: string): string {
  try {
    return decodeURIComponent(uri.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return uri;
    throw error;
  }
}

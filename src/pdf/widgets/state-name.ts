import type { Name } from '../objects/objects.ts';
import { decodeTextString } from '../objects/text-string.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a name of a button state: names are UTF-8 (ISO 32000-2, 7.3.5), but some files have PDFDocEncoding or
 * UTF-16.
 */
export function stateText({ value }: Name): string {
  const bytes = Buffer.from(value, 'latin1');
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe))
    return decodeTextString(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeTextString(bytes);
  }
}

/** The off state of all buttons. */
export const off = 'Off';

import { setImmediate as pause } from 'node:timers/promises';
import { reference } from '../model/body.ts';
import { PrintedObjects } from '../model/printed-objects.ts';
import { readPrinted } from '../printed.ts';
import { withReplacements, type Replacement } from '../replace-stretches.ts';
import { toUnicode } from '../text/printed-font.ts';
import { withoutSoftHyphens, type TextOf } from './drawn-hyphens.ts';

/** Hyphens of fonts: U+2010, and U+002D where a font has no other. */
const usual = ['\u2010', '-'];
/** Milliseconds until other requests have their turn. */
const turnMs = 20;
const isPage = /\/Type \/Page(?![a-z])/;
/** A title in the outline with a soft hyphen (ISO 32000-2, 12.3.3). */
const title = /\/Title <feff((?:[0-9a-f]{4})*)>/i;

/**
 * A printed file whose text has whole words: without soft hyphens in its content and its outline, and with an ordinary
 * hyphen for each that is drawn at the end of a line. `drawn` are the texts that the document draws there, besides the
 * usual ones.
 */
export async function withWholeWords(pdf: Uint8Array, drawn: readonly string[]): Promise<Uint8Array> {
  const file = readPrinted(pdf);
  const objects = new PrintedObjects(file);
  const hyphens = new Set([...usual, ...drawn]);
  const fonts = new Map<number, Font>();
  const holders = new Map<number, string>(); // contents of pages, and forms, with what holds their resources
  const replacements: Replacement[] = [];
  for (const { number, start, end, stream } of file.objects) {
    const head = objects.head(number);
    if (stream && head.includes('/Subtype /Form')) holders.set(number, head);
    const contents = isPage.test(head) ? /\/Contents (\d+) 0 R/.exec(head)?.[1] : undefined;
    if (contents !== undefined) holders.set(Number(contents), head);
    const heading = stream ? null : title.exec(head);
    const units = heading?.[1]?.match(/.{4}/g) ?? [];
    if (heading !== null && units.some(isSoft))
      replacements.push({
        ...{ start, end },
        text: latin1(head.replace(heading[0], `/Title <feff${units.filter((unit) => !isSoft(unit)).join('')}>`)),
      });
  }
  const places = new Map(file.objects.map((object) => [object.number, object]));
  let begun = performance.now();
  for (const [number, holder] of holders) {
    if (performance.now() - begun > turnMs) begun = await pause().then(() => performance.now());
    const content = objects.content(number)?.toString('latin1') ?? '';
    if (!content.includes('00AD')) continue;
    const mended = withoutSoftHyphens(content, hyphens, textIn(holder, objects, fonts));
    const place = places.get(number);
    if (mended !== null && place !== undefined)
      replacements.push({ ...place, text: Buffer.concat([objects.withContent(number, latin1(mended)), latin1('\n')]) });
  }
  return withReplacements(pdf, replacements);
}

const isSoft = (unit: string): boolean => unit.toLowerCase() === '00ad';
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Texts of the codes of a font, and the hexadecimal digits of a code. */
interface Font {
  readonly texts: ReadonlyMap<number, string>;
  readonly digits: number;
}

/** Reads strings in the fonts of a content stream, whose resources are in `holder`. */
function textIn(holder: string, objects: PrintedObjects, fonts: Map<number, Font>): TextOf {
  const named = new Map(
    Array.from(
      /\/Font <<([^<>]*)>>/.exec(holder)?.[1]?.matchAll(/\/([^\s/]+) (\d+) 0 R/g) ?? [],
      ([, name = '', font]) => [name, Number(font)],
    ),
  );
  return (name, codes) => {
    const number = named.get(name);
    if (number === undefined) return '';
    const font = fonts.get(number) ?? fontAt(number, objects);
    fonts.set(number, font);
    const each = codes.match(new RegExp(`.{${font.digits}}`, 'g')) ?? [];
    return each.map((code) => font.texts.get(Number.parseInt(code, 16)) ?? '').join('');
  };
}

function fontAt(number: number, objects: PrintedObjects): Font {
  const head = objects.head(number);
  const cmap = reference(head, 'ToUnicode');
  const text = cmap === null ? '' : (objects.content(cmap)?.toString('latin1') ?? '');
  return { texts: toUnicode(text), digits: head.includes('/Subtype /Type3') ? 2 : 4 };
}

import { setImmediate as turn } from 'node:timers/promises';
import { withoutEnd } from '../../without-end.ts';

/** File systems take 255 bytes; this leaves room for a number. */
const maxNameBytes = 200;
/** Windows reserves these for devices, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Other work has its turn after so many names. */
const turnAfter = 500;

/**
 * The names as file names in one folder on any system: none leads out of the folder, no system refuses one, and no two
 * are equal without regard to case.
 */
export async function fileNames(proposals: readonly string[]): Promise<string[]> {
  const taken = new Set<string>();
  // the next for each name, so that thousands of one name cost thousands of steps
  const numbers = new Map<string, number>();
  const names: string[] = [];
  for (const proposal of proposals) {
    const safe = safeName(proposal);
    const dot = safe.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let name = safe;
    let number = numbers.get(key(safe)) ?? 2;
    for (; taken.has(key(name)); number += 1) name = `${stem}-${number}${extension}`;
    numbers.set(key(safe), number);
    taken.add(key(name));
    names.push(name);
    if (names.length % turnAfter === 0) await turn();
  }
  return names;
}

function key(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function safeName(proposal: string): string {
  const begun = proposal
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+/, '');
  const plain = withoutEnd(begun, /[. ]/);
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= 10 ? plain.slice(dot) : '';
  const name =
    shortened(plain.slice(0, plain.length - extension.length), maxNameBytes - Buffer.byteLength(extension)) + extension;
  if (name === '') return 'document.pdf';
  return reserved.test(name) ? `_${name}` : name;
}

/** As many whole characters as fit in so many bytes of UTF-8. */
function shortened(text: string, bytes: number): string {
  let short = '';
  let length = 0;
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    short += character;
  }
  return short;
}

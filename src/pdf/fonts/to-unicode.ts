/** Entries of one block of a CMap (Adobe technical note 5014). */
const maxEntries = 100;

/** A ToUnicode CMap (ISO 32000-2, 9.10.3) for codes of so many bytes, in their order: runs of them as ranges. */
export function toUnicodeCMap(texts: readonly (readonly [code: number, text: string])[], length: 1 | 2): Buffer {
  const code = (value: number | undefined) => `<${hexadecimal(value ?? 0).slice(-2 * length)}>`;
  const ranges = rangesOf(texts).map((run) => `${code(run[0]?.[0])}${code(run.at(-1)?.[0])}${valuesOf(run)}`);
  const blocks: string[] = [];
  for (let from = 0; from < ranges.length; from += maxEntries) {
    const part = ranges.slice(from, from + maxEntries);
    blocks.push(`${part.length} beginbfrange\n${part.join('\n')}\nendbfrange`);
  }
  return Buffer.from(
    [
      '/CIDInit /ProcSet findresource begin',
      '12 dict begin',
      'begincmap',
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def',
      '/CMapName/Adobe-Identity-UCS def',
      '/CMapType 2 def',
      '1 begincodespacerange',
      `${code(0)}${code(0xffff)}`,
      'endcodespacerange',
      ...blocks,
      'endcmap',
      'CMapName currentdict/CMap defineresource pop',
      'end',
      'end',
    ].join('\n'),
    'latin1',
  );
}

type Run = (readonly [code: number, text: string])[];

/** Codes after each other; a range stays within one first byte. */
function rangesOf(texts: readonly (readonly [code: number, text: string])[]): Run[] {
  const runs: Run[] = [];
  for (const entry of texts) {
    const [last] = runs.at(-1)?.slice(-1) ?? [];
    if (last?.[0] === entry[0]) continue;
    if (last !== undefined && last[0] + 1 === entry[0] && entry[0] >> 8 === last[0] >> 8) runs.at(-1)?.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** The first character where the others follow it, else a list. */
function valuesOf(run: Run): string {
  const texts = run.map(([, text]) => text);
  const first = texts[0]?.charCodeAt(0) ?? 0;
  const follow =
    texts.every((text, index) => text.length === 1 && text.charCodeAt(0) === first + index) &&
    (first & 0xff) + texts.length <= 256;
  return follow ? `<${hexadecimal(first)}>` : '[' + texts.map((text) => `<${utf16(text)}>`).join('') + ']';
}

/** A code or a glyph in hexadecimal, of so many bytes. */
export const hexadecimal = (value: number, bytes: 1 | 2 = 2): string =>
  value
    .toString(16)
    .toUpperCase()
    .padStart(2 * bytes, '0');

/** Text as UTF-16BE in hexadecimal. */
export const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

/** A ToUnicode CMap (9.10.3) for codes of so many bytes, in their order, with an entry for each. */
export function toUnicodeByCode(texts: readonly (readonly [code: number, text: string])[], length: 1 | 2): Buffer {
  const lines = texts.map(([value, text]) => `<${hexadecimal(value, length)}> <${utf16(text)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / maxEntries) }, (_, index) =>
    lines.slice(index * maxEntries, (index + 1) * maxEntries),
  ).map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`);
  return Buffer.from(
    `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) ` +
      `/Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 ` +
      `begincodespacerange\n<${'00'.repeat(length)}> <${'FF'.repeat(length)}>\nendcodespacerange\n` +
      `${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`,
    'latin1',
  );
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0');

/** Text as UTF-16BE in hexadecimal. */
export const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

/** A CMap from two-byte codes to the text that they stand for (ISO 32000-2, 9.10.3), a hundred at a time. */
export function toUnicode(texts: ReadonlyMap<number, string>): string {
  const lines = [...texts].sort(([a], [b]) => a - b).map(([code, text]) => `<${hex(code)}> <${utf16(text)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) =>
    lines.slice(index * 100, index * 100 + 100),
  ).map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  return (
    `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) ` +
    `/Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 ` +
    `begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks.join('\n')}\nendcmap\nCMapName currentdict ` +
    `/CMap defineresource pop\nend\nend`
  );
}

/** Kinds of files: name, whether opening one runs a program, and first bytes (Latin-1). */
const kinds: readonly (readonly [kind: string, program: boolean, start: string, offset?: number])[] = [
  ['pdf', false, '%PDF-'],
  ['program (Windows)', true, 'MZ'],
  ['program (ELF)', true, '\x7fELF'],
  ['program (Mach-O)', true, '\xcf\xfa\xed\xfe'],
  ['program (Mach-O)', true, '\xca\xfe\xba\xbe'],
  ['script', true, '#!'],
  ['shortcut (Windows)', true, 'L\0\0\0\x01\x14\x02\0'],
  ['zip', false, 'PK\x03\x04'],
  ['zip', false, 'PK\x05\x06'],
  ['rar', false, 'Rar!'],
  ['7z', false, '7z\xbc\xaf'],
  ['cab', false, 'MSCF'],
  ['ole', false, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['rtf', false, '{\\rtf'],
  ['flash', true, 'FWS'],
  ['flash', true, 'CWS'],
  ['flash', true, 'ZWS'],
  ['gif', false, 'GIF8'],
  ['png', false, '\x89PNG'],
  ['jpeg', false, '\xff\xd8\xff'],
  ['tiff', false, 'II*\0'],
  ['tiff', false, 'MM\0*'],
  ['postscript', true, '%!PS'],
  ['gzip', false, '\x1f\x8b'],
  ['iso', true, 'CD001', 0x8001],
  ['web page', false, '<html'],
  ['web page', false, '<!DOCTYPE html'],
  ['xml', false, '<?xml'],
];

/** The kind of a file by its first bytes, or null. */
export function fileKind(bytes: Buffer): string | null {
  return found(bytes)?.[0] ?? null;
}

/** Extensions of programs, and of documents with macros. */
const programNames =
  /\.(?:exe|com|scr|pif|bat|cmd|ps1|psm1|vbs?|vbe|jse?|wsf|wsh|hta|msi|msp|msc|cpl|jar|app|apk|dll|sys|lnk|url|reg|scf|settingcontent-ms|sh|command|py|pl|swf|iso|img|vhdx?|docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam|ppsm|one)$/i;

/** True for a file that runs when it is opened, by its name or its content. */
export function isProgram(name: string, bytes: Buffer): boolean {
  return programNames.test(name.trim()) || found(bytes)?.[1] === true;
}

/** True for a file whose scripts browsers run. */
export function isWebPage(name: string, bytes: Buffer): boolean {
  return /\.(?:html?|xht(?:ml)?|svg|mht(?:ml)?)$/i.test(name.trim()) || found(bytes)?.[0] === 'web page';
}

/** First bytes that files with these extensions must have. */
const promised: Readonly<Record<string, readonly string[]>> = {
  pdf: ['pdf'],
  png: ['png'],
  jpg: ['jpeg'],
  jpeg: ['jpeg'],
  gif: ['gif'],
  zip: ['zip'],
  docx: ['zip'],
  xlsx: ['zip'],
  pptx: ['zip'],
  doc: ['ole', 'rtf'],
  xls: ['ole'],
  ppt: ['ole'],
  xml: ['xml'],
  txt: [],
  csv: [],
  rtf: ['rtf'],
};

/** True where the content is known to be of another kind than the extension. */
export function isDisguised(name: string, bytes: Buffer): boolean {
  const expected = promised[/\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''];
  const kind = fileKind(bytes);
  return (
    expected !== undefined && kind !== null && !expected.includes(kind) && !(expected.length === 0 && kind === 'xml')
  );
}

function found(bytes: Buffer): (typeof kinds)[number] | undefined {
  const head = bytes.toString('latin1', 0, 64).trimStart().toLowerCase();
  return kinds.find(([, , start, offset]) =>
    offset === undefined
      ? bytes.toString('latin1', 0, start.length) === start ||
        (start.startsWith('<') && head.startsWith(start.toLowerCase()))
      : bytes.toString('latin1', offset, offset + start.length) === start,
  );
}

import type { Examined } from '../examined.ts';
import { Dict, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { fileKind } from '../file-kind.ts';
import { finding, type Finding } from '../findings/finding.ts';
import { twiceDefined, unlistedObjects, unusedPages } from '../revisions/listed-objects.ts';
import type { RawScan } from '../revisions/raw-scan.ts';
import { twiceKeyed } from './twice-keyed.ts';

const maxAlike = 5;
/** Bytes from the header in which a web page may be hidden in comments: browsers look no further. */
const maxHeadBytes = 1500;

/** Examines the frame of the file: data outside its objects, cross-references, and unused objects. */
export function examineStructure({ file, scan, revisions }: Pick<Examined, 'file' | 'scan' | 'revisions'>): Finding[] {
  const unlisted = unlistedObjects(file, scan);
  const end = revisions.list.at(-1)?.end ?? file.bytes.length;
  const after = scan.objects.filter(({ offset }) => offset >= end);
  const twice = twiceDefined(scan, revisions.list, unlisted);
  return [
    ...around(file, end, scan),
    ...after
      .slice(0, maxAlike)
      .map(({ num, offset }) =>
        finding('objects-after-end', { object: num, excerpt: `object ${num} at byte ${offset}` }),
      ),
    ...twice.slice(0, maxAlike).map(({ num, offset }) =>
      finding('object-defined-twice', {
        object: num,
        excerpt: `object ${num} at byte ${offset}, which the cross-reference does not lead to`,
      }),
    ),
    ...twiceKeyed(file, scan)
      .slice(0, maxAlike)
      .map(({ object, key }) => finding('entry-twice', { object, excerpt: `/${key}` })),
    ...unusedPages(scan, revisions)
      .slice(0, maxAlike)
      .map(({ object }) => finding('pages-unused', { object })),
    ...scan.gaps
      .filter(({ from, to }) => to <= end && from > 0 && !(from < file.headerOffset))
      .slice(0, maxAlike)
      .map(({ from, to }) =>
        finding('bytes-between', {
          excerpt:
            `${to - from} bytes from byte ${from}: ` + file.bytes.toString('latin1', from, Math.min(to, from + 120)),
        }),
      ),
    ...ofForm(file),
  ];
}

function around(file: PdfFile, end: number, { objects, gaps }: RawScan): Finding[] {
  const { bytes, headerOffset } = file;
  const rest = bytes.subarray(end);
  const blank = rest.toString('latin1', 0, 4096).trim() === '' && rest.length <= 4096;
  const outside = [
    bytes.subarray(0, Math.min(objects[0]?.offset ?? headerOffset, headerOffset + maxHeadBytes)),
    ...gaps.map(({ from, to }) => bytes.subarray(from, to)),
    rest,
  ];
  const kind = headerOffset > 0 ? fileKind(bytes) : null;
  const other = kind !== null && kind !== 'pdf' ? kind : outside.map(hiddenArchive).find((found) => found !== null);
  return [
    ...(headerOffset > 0
      ? [
          finding('bytes-before-header', {
            excerpt: `${headerOffset} bytes: ${bytes.toString('latin1', 0, Math.min(headerOffset, 120))}`,
          }),
        ]
      : []),
    ...(other == null ? [] : [finding('polyglot', { excerpt: `also ${other}` })]),
    ...(blank || objects.some(({ offset }) => offset >= end)
      ? []
      : [
          finding('bytes-after-end', {
            excerpt: `${rest.length} bytes from byte ${end}: ${rest.toString('latin1', 0, 120)}`,
          }),
        ]),
  ];
}

/** Archives are read from their end, and web pages from any offset. */
function hiddenArchive(bytes: Buffer): string | null {
  if (bytes.includes('PK\u0005\u0006', 0, 'latin1') || bytes.includes('PK\u0003\u0004', 0, 'latin1')) return 'zip';
  return /<(?:html|script|svg)[\s>]/i.test(bytes.toString('latin1', 0, 65_536)) ? 'html' : null;
}

function ofForm(file: PdfFile): Finding[] {
  const first = /(\d{1,10})\s+\d{1,5}\s+obj/.exec(
    file.bytes.toString('latin1', file.headerOffset, file.headerOffset + 1024),
  )?.[1];
  const dict: Obj = first === undefined ? null : file.get(Number(first));
  return [
    ...(file.repaired === null ? [] : [finding('damaged', { excerpt: file.repaired })]),
    ...(dict instanceof Dict && dict.has('Linearized') ? [finding('linearized')] : []),
    ...(file.sections.some(({ hybrid }) => hybrid !== null) ? [finding('hybrid')] : []),
    ...(file.encryption === null ? [] : [finding('encrypted')]),
  ];
}

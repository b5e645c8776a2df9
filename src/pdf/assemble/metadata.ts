import { zonedDate } from '../objects/date.ts';
import { xmpPacket } from '../xmp/xmp.ts';
import { Dict, Name, PdfString, type Ref, Stream } from '../objects/objects.ts';
import { claimsOf, withoutUntrueClaims, type EmbeddedFiles, type OwnChanges } from '../facts/claims.ts';
import type { Part } from '../copying/part.ts';
import type { Source } from '../facts/source.ts';

/** Metadata that replace those of the first document; null removes an entry. */
export interface Metadata {
  readonly title?: string | null | undefined;
  readonly author?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly keywords?: readonly string[] | null | undefined;
  readonly creator?: string | null | undefined;
  readonly custom?: Readonly<Record<string, string>> | undefined;
}

/** The properties of a result that its claims depend on. */
interface Result {
  readonly sources: readonly Source[];
  readonly files: EmbeddedFiles;
  readonly changes: OwnChanges;
}

const infoKeys = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
  creator: 'Creator',
} as const;

/**
 * The Info dictionary (ISO 32000-2, 14.3.3) and the equal metadata stream (14.3.2) of the result; null where absent.
 */
export function copyMetadata(
  first: Part,
  result: Result,
  metadata: Metadata | undefined,
): { info: Ref | null; xmp: Ref | null } {
  const { file } = first.source;
  const info = first.copier.entries(file.dict(file.trailer.get('Info')) ?? new Dict(), new Set());
  if (metadata === undefined)
    return { info: info.size === 0 ? null : first.target.add(info), xmp: copyXmp(first, result) };
  for (const [key, name] of Object.entries(infoKeys) as [keyof typeof infoKeys, string][]) {
    const value = metadata[key];
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(', ') : (value as string | null);
    info.set(name, text === null || text === '' ? null : PdfString.ofText(text));
  }
  for (const [name, value] of Object.entries(metadata.custom ?? {}))
    info.set(Buffer.from(name, 'utf8').toString('latin1'), PdfString.ofText(value));
  if (file.catalog.has('Metadata'))
    first.report.warn(
      'The XMP metadata was rewritten from the metadata of the request: other properties of the first ' +
        'document are not in it.',
    );
  const claims = claimsOf(result.sources, result.files, result.changes);
  const xmp = xmpStream(first, packetFor(first, info, { claims, metadata }));
  // PDF/A-4 has no Info dictionary (ISO 19005-4, 6.1.3): its entries are in XMP.
  if (claims.archive !== '4' || file.trailer.has('Info')) return { info: first.target.add(info), xmp };
  if (Object.keys(metadata.custom ?? {}).length > 0)
    first.report.warn(
      'The documents are PDF/A-4, which has no Info dictionary: the custom metadata of the request is left out.',
    );
  return { info: null, xmp };
}

function copyXmp(first: Part, { sources, files, changes }: Result): Ref | null {
  const { file } = first.source;
  const changed = withoutUntrueClaims(sources, files, changes);
  if (changed !== null) {
    if (changed.foreign.length > 0)
      first.report.warn(
        `The first document claims conformance (${changed.foreign.join(', ')}) that not all documents claim: ` +
          'the claim was taken out.',
      );
    if (changed.changes)
      first.report.warn('The document claims a standard that the result does not conform to: the claim was taken out.');
    if (changed.files)
      first.report.warn(
        'A result without attachments is no PDF/A-4f: it claims ' +
          `${files === 'none' ? 'PDF/A-4' : 'nothing, because its pages hold files'}.`,
      );
    return xmpStream(first, changed.packet);
  }
  const written = file.catalog.get('Metadata');
  if (file.stream(written) === null) return null;
  const copy = first.copier.copy(written);
  return copy instanceof Object && 'num' in copy ? copy : null;
}

function xmpStream(part: Part, packet: Buffer): Ref {
  const dict = new Dict([
    ['Type', new Name('Metadata')],
    ['Subtype', new Name('XML')],
    ['Length', packet.length],
  ]);
  return part.target.add(
    new Stream(dict, packet, {
      decrypt: (stream) => stream.stored,
      decode: () => ({ bytes: packet, filters: [], parameters: null, intact: true }),
    }),
  );
}

function packetFor(
  first: Part,
  info: Dict,
  { claims, metadata }: { claims: ReturnType<typeof claimsOf>; metadata: Metadata },
): Buffer {
  const { file } = first.source;
  const text = (key: string) => (info.get(key) instanceof PdfString ? (info.get(key) as PdfString).text : null);
  const keywords = text('Keywords');
  const packet = xmpPacket({
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    keywords: metadata.keywords ?? (keywords === null ? [] : [keywords]),
    creator: text('Creator') ?? '',
    producer: text('Producer') ?? '',
    custom: {},
    lang: file.string(file.catalog.get('Lang'))?.text ?? null,
    date: null,
  });
  const dates = [
    ['CreationDate', 'CreateDate'],
    ['ModDate', 'ModifyDate'],
  ].flatMap(([key = '', name = '']) => {
    const date = zonedDate(text(key) ?? '');
    return date === null ? [] : [`<xmp:${name}>${date}</xmp:${name}>`];
  });
  return Buffer.from(
    packet.replace(
      '</rdf:Description>',
      () => `${[...dates, ...claims.elements].join('\n')}\n</rdf:Description>${claims.descriptions}`,
    ),
    'utf8',
  );
}

import { propertyOf, readPacket, simpleText, type Packet } from '../../xmp/reading/packet.ts';
import { readExif } from '../../images/exif.ts';
import { isName, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { utcDate } from '../../objects/date.ts';
import { finding, type Finding } from '../findings/finding.ts';
import type { Revisions } from '../revisions/revisions.ts';
import { otherProducer } from './producers.ts';
import { namespaces } from '../../xmp/namespaces.ts';

/** The metadata that the document states, in XMP and in the information dictionary (docs/spec/tools.md). */
export interface MetadataReport {
  readonly info: Readonly<Record<string, string>>;
  readonly xmp: Readonly<Record<string, string>>;
  /** File identifiers in hexadecimal; null without one. */
  readonly ids: { readonly first: string | null; readonly second: string | null };
  /** Producers of the versions of the file, from the oldest. */
  readonly producers: readonly string[];
  readonly version: string;
}

const infoKeys = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate'] as const;

/** The XMP properties of the entries of the information dictionary (ISO 32000-2, table 349). */
const xmpNames: Readonly<Record<(typeof infoKeys)[number], readonly [namespace: string, name: string]>> = {
  Title: [namespaces.dc, 'title'],
  Author: [namespaces.dc, 'creator'],
  Subject: [namespaces.dc, 'description'],
  Keywords: [namespaces.pdf, 'Keywords'],
  Creator: [namespaces.xmp, 'CreatorTool'],
  Producer: [namespaces.pdf, 'Producer'],
  CreationDate: [namespaces.xmp, 'CreateDate'],
  ModDate: [namespaces.xmp, 'ModifyDate'],
};
const media = 'http://ns.adobe.com/xap/1.0/mm/';
const maxLength = 1000;
/** Tolerance for clocks that are wrong by hours and for dates without a time zone. */
const dayMs = 86_400_000;
const maxImages = 500;

/** Metadata, and findings about them. */
export interface MetadataExamination {
  readonly report: MetadataReport;
  readonly findings: readonly Finding[];
}

/**
 * Reads the metadata and finds contradictions in them. Dates are compared with `now`, and with `signedAt`, the times
 * that signatures state.
 */
export function examineMetadata({
  file,
  revisions,
  now,
  signedAt,
}: {
  readonly file: PdfFile;
  readonly revisions: Revisions;
  readonly now: Date;
  readonly signedAt: readonly string[];
}): MetadataExamination {
  const info = infoOf(file);
  const stream = file.stream(file.catalog.get('Metadata'));
  const packet = stream === null ? null : readPacket(stream.decode());
  const xmp = packet === null ? {} : xmpOf(packet);
  const producers = producersOf(revisions);
  const [first = null, second = null] = (file.array(file.trailer.get('ID')) ?? []).map(
    (half) => file.string(half)?.bytes.toString('hex') ?? null,
  );
  const other = otherProducer(
    file.bytes,
    file.headerOffset,
    [info.Producer, info.Creator, xmp.Producer].filter((text) => text !== undefined).join(' '),
  );
  return {
    report: { info, xmp, ids: { first, second }, producers, version: file.version },
    findings: [
      ...contradictions(info, xmp),
      ...dates(info, { now, signedAt }),
      ...(producers.length > 1 ? [finding('producer-changed', { excerpt: producers.join(', then ') })] : []),
      ...(other === null
        ? []
        : [
            finding('producer-unlike', {
              excerpt: `names ${info.Producer ?? info.Creator ?? xmp.Producer ?? ''}, begins like ${other}`,
            }),
          ]),
      ...(first !== null && second !== null && first !== second ? [finding('identifier-changed')] : []),
      ...traces(file, packet),
      ...pictures(file),
    ],
  };
}

function infoOf(file: PdfFile): Record<string, string> {
  const info = file.dict(file.trailer.get('Info'));
  return Object.fromEntries(
    (info?.entries() ?? []).slice(0, 100).flatMap(([key, value]) => {
      const text = file.string(value)?.text.slice(0, maxLength) ?? file.name(value);
      return text === null ? [] : [[key.slice(0, 100), text]];
    }),
  );
}

function xmpOf(packet: Packet): Record<string, string> {
  const own = infoKeys.flatMap((key) => {
    const text = simpleText(propertyOf(packet, ...xmpNames[key])?.value);
    return text === null ? [] : [[key, text.slice(0, maxLength)] as const];
  });
  const ids = ['DocumentID', 'InstanceID', 'OriginalDocumentID'].flatMap((key) => {
    const text = simpleText(propertyOf(packet, media, key)?.value);
    return text === null ? [] : [[key, text.slice(0, maxLength)] as const];
  });
  return Object.fromEntries([...own, ...ids]);
}

/** The producers that the versions state, without immediate repeats. */
function producersOf(revisions: Revisions): string[] {
  const names = revisions.compared.flatMap(({ end }) => infoOf(revisions.at(end) ?? revisions.newest).Producer ?? []);
  return names.filter((name, index) => name !== names[index - 1]);
}

function contradictions(info: Readonly<Record<string, string>>, xmp: Readonly<Record<string, string>>): Finding[] {
  const differing = infoKeys.filter((key) => {
    const [one, other] = [info[key]?.trim() ?? '', xmp[key]?.trim() ?? ''];
    if (one === '' || other === '') return false;
    return key.endsWith('Date')
      ? Math.abs(time(one) - time(other)) > 60_000
      : one.replace(/\s+/g, ' ') !== other.replace(/\s+/g, ' ') && !one.startsWith(other) && !other.startsWith(one);
  });
  return differing.length === 0
    ? []
    : [
        finding('info-xmp-differ', {
          excerpt: differing.map((key) => `${key}: '${info[key] ?? ''}' and '${xmp[key] ?? ''}'`).join('; '),
        }),
      ];
}

/** Milliseconds; NaN for an invalid date, which counts as equal to any other. */
function time(text: string): number {
  return Date.parse(/^(?:D:|\d{8})/.test(text) ? (utcDate(text) ?? '') : text);
}

function dates(
  info: Readonly<Record<string, string>>,
  { now, signedAt }: { now: Date; signedAt: readonly string[] },
): Finding[] {
  const [created, modified] = [time(info.CreationDate ?? ''), time(info.ModDate ?? '')];
  const future = [created, modified, ...signedAt.map(Date.parse)].find((date) => date > now.getTime() + dayMs);
  const early = signedAt.find((date) => Date.parse(date) < created - dayMs);
  return [
    ...(modified < created - 60_000
      ? [finding('dates-reversed', { excerpt: `made ${info.CreationDate ?? ''}, changed ${info.ModDate ?? ''}` })]
      : []),
    ...(future === undefined ? [] : [finding('date-in-future', { excerpt: new Date(future).toISOString() })]),
    ...(early === undefined
      ? []
      : [finding('signed-before-created', { excerpt: `made ${info.CreationDate ?? ''}, signed ${early}` })]),
  ];
}

function traces(file: PdfFile, packet: Packet | null): Finding[] {
  const steps =
    packet === null
      ? []
      : ['History', 'DerivedFrom', 'Ingredients'].filter((name) => propertyOf(packet, media, name) !== null);
  const pages = file.pages();
  const thumbnail = pages.findIndex(({ dict }) => dict.has('Thumb'));
  const holders = [file.catalog, ...pages.map(({ dict }) => dict)].flatMap(
    (dict) => file.dict(dict.get('PieceInfo'))?.keys() ?? [],
  );
  return [
    ...(steps.length === 0
      ? []
      : [finding('editing-history', { excerpt: steps.map((name) => `xmpMM:${name}`).join(', ') })]),
    ...(thumbnail < 0 ? [] : [finding('thumbnail', { page: thumbnail + 1 })]),
    ...(holders.length === 0 ? [] : [finding('private-data', { excerpt: [...new Set(holders)].join(', ') })]),
  ];
}

function pictures(file: PdfFile): Finding[] {
  const findings: Finding[] = [];
  let left = maxImages;
  for (const object of file.numbers()) {
    if (left === 0) break;
    const value = file.get(object);
    if (!(value instanceof Stream) || !isName(file.resolve(value.dict.get('Subtype')), 'Image')) continue;
    left -= 1;
    const filter = file.resolve(value.dict.get('Filter'));
    const names = (Array.isArray(filter) ? filter : [filter]).map((name) => file.name(name));
    const exif = names.at(-1) === 'DCTDecode' ? readExif(names.length === 1 ? value.raw : value.decode()) : null;
    if (exif === null) continue;
    const camera = [exif.make, exif.model, exif.software, exif.taken].filter((text) => text !== null).join(', ');
    if (exif.location !== null)
      findings.push(
        finding('location', {
          object,
          excerpt: `${exif.location.latitude}, ${exif.location.longitude}${camera === '' ? '' : ` (${camera})`}`,
        }),
      );
    else if (camera !== '') findings.push(finding('camera', { object, excerpt: camera }));
  }
  return findings.slice(0, 20);
}

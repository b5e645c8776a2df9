import type { Model } from '../../model/model.ts';
import { rule, type Rule } from '../../rule.ts';
import { propertyOf, simpleText, type Packet } from '../../../xmp/reading/packet.ts';
import { withoutEnd } from '../../../../without-end.ts';
import { namespaces } from '../../../xmp/namespaces.ts';

/** Entries of Info and the equivalent properties (ISO 19005-1, 6.7.3, table 1). */
const entries = [
  ['CreationDate', 'xmp', 'CreateDate', '6.7.3-1'],
  ['Title', 'dc', 'title', '6.7.3-2'],
  ['Author', 'dc', 'creator', '6.7.3-3'],
  ['Subject', 'dc', 'description', '6.7.3-4'],
  ['Keywords', 'pdf', 'Keywords', '6.7.3-5'],
  ['Creator', 'xmp', 'CreatorTool', '6.7.3-6'],
  ['Producer', 'pdf', 'Producer', '6.7.3-7'],
  ['ModDate', 'xmp', 'ModifyDate', '6.7.3-8'],
] as const;

/** A text without the zeros that some programs append. */
const textIn = (text: string | undefined) => (text === undefined ? null : withoutEnd(text, /\0/));

function info(model: Model) {
  const { file } = model;
  const dict = file.dict(file.trailer.get('Info'));
  const packet = model.metadata.find(({ main }) => main)?.packet ?? null;
  return dict === null ? [] : [{ place: {}, packet, of: (key: string) => textIn(file.string(dict.get(key))?.text) }];
}

/** Info and XMP: ISO 19005-1, 6.1.5 and 6.7.3. */
export const informationRules: readonly Rule[] = entries.map(([key, schema, name, clause]) =>
  rule({
    id: `info-${key.toLowerCase()}`,
    clauses: { 1: [clause, '6.1.5-1'] },
    on: info,
    fails: ({ packet, of }) => {
      const own = of(key);
      if (own === null) return false;
      const value = packet === null ? undefined : propertyOf(packet, namespaces[schema], name)?.value;
      if (value === undefined) return `${schema}:${name} is missing`;
      if (key === 'Author') return !isAuthor(own, packet);
      const other = simpleText(value) ?? '';
      return (
        !(key.endsWith('Date') ? sameTime(own, other) : own === other) &&
        `Info has '${own.slice(0, 60)}', the metadata '${other.slice(0, 60)}'`
      );
    },
    requirement: `${key} of the Info dictionary and ${schema}:${name} of the metadata are equal.`,
    fault: `${key} of the Info dictionary is not equal to ${schema}:${name} of the metadata.`,
    fix: 'Write both from the same source.',
  }),
);

/** Author must equal the only item of dc:creator (TechNote 0003). */
function isAuthor(author: string, packet: Packet | null): boolean {
  const value = packet === null ? undefined : propertyOf(packet, namespaces.dc, 'creator')?.value;
  return (
    value?.kind === 'array' &&
    value.items.length === 1 &&
    value.items[0]?.kind === 'text' &&
    value.items[0].text === author
  );
}

const pdfDate = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)(?:00'?(?:00'?)?)?|([+-])(\d\d)'?(?:(\d\d)'?)?)?$/;
const xmpDate =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)?)?)?)?$/;

/** Whether a PDF date (ISO 32000-1, 7.9.4) and an XMP date are the same time. */
function sameTime(own: string, other: string): boolean {
  const [first, second] = [momentOf(pdfDate.exec(own)), momentOf(xmpDate.exec(other.trim()))];
  return first !== null && first === second;
}

/** Milliseconds. Missing parts count as the earliest values, and a missing time zone as UTC. */
function momentOf(parts: RegExpExecArray | null): number | null {
  if (parts === null) return null;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    ,
    sign,
    zoneHour = '0',
    zoneMinute = '0',
  ] = parts;
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute) - zone, Number(second));
}

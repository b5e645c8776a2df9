/** A date string (ISO 32000-2, 7.9.4), as writers write it: the prefix and what follows the year may be missing. */
const syntax = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Zz+-])(\d\d)?'?(\d\d)?)?/;

/**
 * A PDF date with its own zone, as RFC 3339 and XMP write dates: a missing part is the earliest that it can be, a missing
 * zone is UTC. `null` where the text is no date; the parts may still be out of range.
 */
export function zonedDate(text: string): string | null {
  const match = syntax.exec(text.trim());
  if (!match) return null;
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', sign] = match;
  const [zoneHours = '00', zoneMinutes = '00'] = match.slice(8);
  const zone = sign === '+' || sign === '-' ? `${sign}${zoneHours}:${zoneMinutes}` : 'Z';
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}

/** A PDF date as RFC 3339 in UTC. `null` where it is no date. */
export function utcDate(text: string): string | null {
  const date = new Date(zonedDate(text) ?? '');
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace('.000Z', 'Z');
}

/** A moment as a PDF date, in UTC. */
export function pdfDate(moment: Date): string {
  return `D:${moment.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
}

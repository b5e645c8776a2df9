import { textString } from './info.ts';

/**
 * Mends outline items whose title stands in them twice. Chromium 156 collects a heading's text once a page that its ink touches, so a
 * heading at the top of a page whose letters reach above their line box is called "ResultsResults". A title is mended where it
 * is twice a heading of the document and no heading by itself.
 */
export function mendOutlineTitles(bodies: readonly [number: number, body: string][], headings: readonly string[]): [number, string][] {
  const known = new Set(headings);
  return bodies.map(([number, body]) => {
    const title = body.startsWith('<</Title ') || body.includes('\n/Title ') ? (body.includes('/Parent ') ? titleIn(body) : null) : null;
    if (title === null || known.has(title.text)) return [number, body];
    const half = title.text.slice(0, title.text.length / 2);
    return half + half === title.text && known.has(half.trim()) ? [number, body.replace(title.token, () => `/Title ${textString(half.trim())}`)] : [number, body];
  });
}

/** The `/Title` of an outline item as Skia writes it: a literal string, or UTF-16BE in hexadecimal. */
function titleIn(body: string): { token: string; text: string } | null {
  const [token = '', hex, literal] = /\/Title (?:<([0-9A-Fa-f\s]*)>|\(((?:[^\\()]|\\[\s\S])*)\))/.exec(body) ?? [];
  if (hex !== undefined) {
    const units = Buffer.from(hex.replace(/\s/g, ''), 'hex');
    return { token, text: units.subarray(0, 2).toString('hex') === 'feff' ? units.subarray(2).swap16().toString('utf16le') : units.toString('latin1') };
  }
  return literal === undefined ? null : { token, text: literal.replace(/\\(\d{3}|[\s\S])/g, (_, escaped: string) => (/\d{3}/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped)) };
}

import { supportedLocale } from '../../input/supported-locale.ts';
import type { SignatureWords } from '../facts/signatures/signature-dictionary.ts';
import type { LookField, LookLine, LookPicture, LookStyle, SigningDateFormat } from './look.ts';

/** What a look can state. */
export interface LookFacts extends SignatureWords {
  /** The name in the certificate. */
  readonly signer: string;
  readonly now: Date;
  /** Of the document; null without one. */
  readonly lang: string | null;
}

/** What a request wants to be shown. */
export interface WantedLines {
  readonly text: string | undefined;
  readonly picture: LookPicture | null;
  readonly style: LookStyle | null;
}

const lineEnds = /\r\n|\r|\n/;
const plain = (text: string): LookLine[] => text.split(lineEnds).map((line) => ({ text: line, bold: false }));

/** The fields that a design shows unless others are chosen. */
const usualFields: readonly LookField[] = ['name', 'date', 'reason', 'location'];

/**
 * The lines of a look: `text`, then the fields of the design, of which the name is bold. A look without a design states
 * who signed, when, why and where, unless it has a text or a picture.
 */
export function lookLines({ text, picture, style }: WantedLines, facts: LookFacts): LookLine[] {
  if (style === null) return text === undefined && picture !== null ? [] : plain(text ?? standardText(facts));
  const usual = text === undefined && picture?.field !== 'image' ? usualFields : [];
  const values = valuesOf(facts, style);
  return [
    ...(text === undefined ? [] : plain(text)),
    ...(style.fields ?? usual).flatMap((field) =>
      (values[field]?.split(lineEnds) ?? []).map((line) => ({ text: line, bold: field === 'name' })),
    ),
  ];
}

function standardText({ name, signer, now, reason, location }: LookFacts): string {
  return [
    `Digitally signed by ${name ?? signer}`,
    `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    reason,
    location,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function valuesOf(
  { name, signer, now, reason, location, contact, lang }: LookFacts,
  style: LookStyle,
): Readonly<Record<LookField, string | undefined>> {
  const date = signingDate(now, style.lang ?? lang ?? 'en', style.dateFormat);
  return { name: name ?? signer, reason, location, contact, date };
}

/** The time of signing in UTC, as a language writes it. */
export function signingDate(now: Date, lang: string, format: SigningDateFormat): string {
  if (format === 'iso') return `${now.toISOString().slice(0, 19)}Z`;
  const intl = new Intl.DateTimeFormat(supportedLocale(lang), {
    dateStyle: format,
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  // Few fonts have the narrow no-break space before "PM".
  return `${intl.format(now).replaceAll('\u202f', '\u00a0')}\u00a0UTC`;
}

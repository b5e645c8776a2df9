/** What `set_bates` sets. */
export interface BatesOptions {
  readonly prefix?: string;
  readonly digits?: number;
  readonly start?: number;
  readonly suffix?: string;
}

/** Bates numbers of a document: a running number for each page. */
export type Bates = Required<BatesOptions>;

/** The Bates numbers that the options describe. */
export const batesOf = ({ prefix = '', digits = 6, start = 1, suffix = '' }: BatesOptions): Bates => ({
  prefix,
  digits,
  start,
  suffix,
});

/** The Bates number of a page (from 1); numbers grow beyond their digits. */
export const batesText = ({ prefix, digits, start, suffix }: Bates, page: number): string =>
  prefix + String(start + page - 1).padStart(digits, '0') + suffix;

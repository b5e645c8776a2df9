import type { PlainReport } from '../facts/report.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import type { ShownBox } from '../geometry/shown-page.ts';
import type { Limits } from '../objects/limits.ts';
import type { RedactedPage } from './page-report.ts';
import type { Look } from './survey/boxes.ts';
import type { Rule } from './survey/rules.ts';

/** A request to redact a document. */
export interface RedactOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** 1-based pages. */
  readonly areas: readonly { readonly page: number; readonly box: ShownBox; readonly pointer: string }[];
  /** Answers the rules for a document of so many pages. */
  readonly rules: (pages: number) => readonly Rule[];
  /** The colour of the boxes. */
  readonly fill: Look['fill'];
  /** Text on the boxes that have room for it. */
  readonly label?: string | undefined;
  /** Folders with fonts for the label. */
  readonly fonts: readonly FontFolder[];
  readonly metadata: 'scrub' | 'keep';
  readonly attachments: 'remove' | 'keep';
  /** Text behind a redaction stays exactly in place, which reveals the width of the removed text. */
  readonly exactSpacing: boolean;
  readonly breakSignatures: boolean;
  readonly decrypt: boolean;
  /** True: reports the removals with their text, and makes no document. */
  readonly dryRun: boolean;
  readonly limits?: Partial<Limits> | undefined;
}

/** The redacted document, and what was removed from it. */
export interface RedactResult {
  /** Null for a dry run. */
  readonly pdf: Uint8Array | null;
  readonly pages: number;
  readonly report: PlainReport;
  /** The pages from which something was removed. */
  readonly redacted: readonly RedactedPage[];
  /** JSON Pointers to the searches that matched nothing. */
  readonly unmatched: readonly string[];
  /** Matches that are on no page, but in metadata, the outline, fields and so on. */
  readonly elsewhere: readonly { readonly where: string; readonly source: string; readonly count: number }[];
}

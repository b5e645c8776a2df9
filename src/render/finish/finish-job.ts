import type { NewBookmark } from '../../pdf/edit/add-bookmarks.ts';
import type { Attachment } from '../../pdf/xmp/attachment.ts';
import type { Permission } from '../../pdf/crypt/new-encryption.ts';
import type { FontFolder } from '../../pdf/fonts/installed-fonts.ts';
import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import type { DocumentInfo } from '../../pdf/xmp/info.ts';
import type { Continues } from '../../pdf/printed/join/part.ts';
import type { Unbookmarked } from '../../pdf/edit/prune-outline.ts';
import type { PageLabel } from '../../pdf/edit/label-pages.ts';
import type { Stamp } from '../../pdf/edit/stamp.ts';
import type { StampPlaces } from '../../pdf/edit/stamp-shown-pages.ts';
import type { AddedPaper } from '../../pdf/edit/paper/add-paper.ts';
import type { Mark } from '../../pdf/edit/stamp/mark.ts';
import type { RequestedConformance } from './check-claim.ts';
import type { StoredFile } from '../print/fragments/part-files.ts';
import type { StoredStamp } from '../running/print-overlays.ts';

/** AES-256 (ISO 32000-2, 7.6); permissions by their names in requests. */
export interface Encryption {
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly permissions?: readonly Permission[];
}

/** One printed file, or one from elsewhere, in the order of the document. */
export interface FinishPart {
  readonly pdf: Uint8Array | StoredFile;
  /** True for a print of this render; a file from elsewhere does not have the shape of printed files. */
  readonly printed: boolean;
  readonly segment: number;
  /** True for a part of a segment that was printed in several, even where it is the only chosen one. */
  readonly piece: boolean;
  readonly continues: Continues;
  readonly levels: readonly number[];
  /** Names of its destinations. */
  readonly names: readonly string[];
  /** Stamps for its pages alone. */
  readonly stamps: readonly StoredStamp[];
}

/** All work that makes printed pages a finished document. Plain data: it runs on another thread. */
export interface FinishJob {
  /** The pages, in order; several parts where remote or existing pages are in between, or the document is long. */
  readonly parts: readonly FinishPart[];
  /** Pages of the result as indexes into the pages of the parts; `null` = all, in order. */
  readonly order: readonly number[] | null;
  /** Labels of the pages of the result; `null` = it has none. */
  readonly labels: readonly PageLabel[] | null;
  /** Stamps with an entry for each page of the parts. */
  readonly stamps: readonly Stamp[];
  /** Where they lie on each of these pages; empty where all were printed here. */
  readonly places: StampPlaces;
  /** What `add_stamp` draws on the pages of the result. */
  readonly marks: readonly Mark[];
  /** Paper around the pages of the result; `null` = none. */
  readonly paper: Omit<AddedPaper, 'compress'> | null;
  readonly info: DocumentInfo;
  /** Language of the document where the print does not have it; else `null`. */
  readonly lang: string | null;
  /** Texts of the composed headings. */
  readonly headings: readonly string[];
  /** The first of them that is not empty, without its number; `null` where there is none. */
  readonly firstHeading: string | null;
  /** Headings without an outline entry. */
  readonly unbookmarked: readonly Unbookmarked[];
  /** Outline entries that are not headings. */
  readonly bookmarks: readonly NewBookmark[];
  readonly attachments: readonly Attachment[];
  /** Widgets, and the address of the links in their places. */
  readonly fields: {
    readonly widgets: readonly FormWidget[];
    readonly address: string;
    readonly fonts: readonly FontFolder[];
    /** True where only some pages of the document are included. */ readonly partial: boolean;
  };
  readonly compress: boolean;
  readonly deterministic: boolean;
  readonly encryption: Encryption | null;
  /** The standards that the document must conform to; `null` = none. */
  readonly conformance: RequestedConformance | null;
}

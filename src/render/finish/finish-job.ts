import type { NewBookmark } from '../../pdf/edit/add-bookmarks.ts';
import type { Attachment } from '../../pdf/xmp/attachment.ts';
import type { Permission } from '../../pdf/crypt/new-encryption.ts';
import type { FontFolder } from '../../pdf/fonts/installed-fonts.ts';
import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import type { DocumentInfo } from '../../pdf/xmp/info.ts';
import type { Continues } from '../../pdf/printed/join/part.ts';
import type { Unbookmarked } from '../../pdf/edit/prune-outline.ts';
import type { Stamp } from '../../pdf/edit/stamp.ts';
import type { RequestedConformance } from './check-claim.ts';
import type { StoredFile } from '../print/fragments/part-files.ts';
import type { StoredStamp } from '../running/print-overlays.ts';

/** AES-256 (ISO 32000-2, 7.6); permissions by their names in requests. */
export interface Encryption {
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly permissions?: readonly Permission[];
}

/** Pages that stand together in the document. */
export interface FinishPart {
  readonly pdf: Uint8Array | StoredFile;
  /** True where it was printed here; one from elsewhere does not have the shape that printed files have. */
  readonly printed: boolean;
  readonly segment: number;
  /** Parts of one segment are one print in pieces, even where one of them is all that is wanted. */
  readonly piece: boolean;
  readonly continues: Continues;
  readonly levels: readonly number[];
  /** Names of its destinations. */
  readonly names: readonly string[];
  /** What lies on its pages alone. */
  readonly stamps: readonly StoredStamp[];
}

/**
 * Everything that happens to printed pages until they are a finished document. Plain data: it runs on another thread.
 */
export interface FinishJob {
  /**
   * The pages, in order; more than one where remote or existing pages stand between the document's own, or it is long.
   */
  readonly parts: readonly FinishPart[];
  /**
   * The pages of the result, of those of the parts (from 0), where these are not all of them in their order; else
   * `null`.
   */
  readonly order: readonly number[] | null;
  /** With an entry for each page of the parts. */
  readonly stamps: readonly Stamp[];
  readonly info: DocumentInfo;
  /** The language of the document, where it is not that of its print; else `null`. */
  readonly lang: string | null;
  /** Texts of the headings that were composed. */
  readonly headings: readonly string[];
  /** Headings that are not to stand in the outline. */
  readonly unbookmarked: readonly Unbookmarked[];
  /** Outline entries that are no headings. */
  readonly bookmarks: readonly NewBookmark[];
  readonly attachments: readonly Attachment[];
  /** Widgets, and the address that the links in their places lead to. */
  readonly fields: {
    readonly widgets: readonly FormWidget[];
    readonly address: string;
    readonly fonts: readonly FontFolder[];
    /** Only some of the pages are here. */ readonly partial: boolean;
  };
  readonly compress: boolean;
  readonly deterministic: boolean;
  readonly encryption: Encryption | null;
  /** The standards that the document is to conform to; `null` = none. */
  readonly conformance: RequestedConformance | null;
}

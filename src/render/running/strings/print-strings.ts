import type { NotedString } from '../../../browser/page/typeset/strings.ts';
import type { PrintJob } from '../../../browser/print-job.ts';
import { markPrefix } from '../../../pdf/printed/join/join-printed.ts';
import type { PrintedPlaces } from '../../../pdf/printed/printed-places.ts';
import type { OwnEnds } from '../../content/forms/print-controls.ts';
import type { Document } from '../../model/document.ts';
import { ownPropertyOf } from '../../typeset/styles/own-declarations.ts';
import type { PlacedString } from './page-strings.ts';
import { showsStarts, showsStrings } from './placeholder.ts';

/** The strings of one print. */
export interface PrintStrings {
  /** Field of the print job. */
  readonly strings: PrintJob['strings'];
  /** The strings that were found, with their pages; call it after the print. */
  readonly placed: (places: PrintedPlaces) => PlacedString[];
}

/** Where headers, footers or stamps show headings or named strings, the print of a segment notes them. */
export function printStrings(document: Document, ends: OwnEnds | null = null): PrintStrings {
  if (!showsStrings(document)) return { strings: null, placed: () => [] };
  let noted: readonly NotedString[] = [];
  return {
    strings: {
      property: document.ownProperties.has('string-set') ? ownPropertyOf('string-set') : null,
      ends,
      starts: showsStarts(document),
      prefix: `${markPrefix}s`,
      found: (found) => void (noted = found),
    },
    placed: ({ destinations }) =>
      noted.flatMap(({ id, key, value, after }) => {
        const page = destinations[id];
        const isFirst = after === null || destinations[after] !== page;
        return page === undefined ? [] : [{ key, value, page, isFirst }];
      }),
  };
}

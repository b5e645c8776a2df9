import { Changes } from '../file/changes.ts';
import { openPdf } from '../file/open.ts';
import { Source } from '../facts/source.ts';
import { isName, Ref, type Dict } from '../objects/objects.ts';
import { flattenAnnotations } from './flatten.ts';
import { writeFilled } from './write-filled.ts';

/** Annotations that are marks on their page (ISO 32000-2, 12.5.6): what they look like is all that they are. */
const marks: ReadonlySet<string> = new Set([
  'Text',
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Caret',
  'Stamp',
  'Ink',
  'Watermark',
]);

/** A document whose marks became content. */
export interface FlattenedMarks {
  readonly pdf: Uint8Array;
  /** Annotations that stay, because they have no appearance. */
  readonly left: number;
}

/** Makes the marks of a document content of their pages. Links, fields, files and media stay. */
export function flattenMarks(bytes: Uint8Array): FlattenedMarks {
  const file = openPdf(bytes);
  const source = new Source(file);
  const changes = new Changes(file);
  const isMark = (dict: Dict) => marks.has(file.name(dict.get('Subtype')) ?? '');
  const isDrawn = (dict: Dict) => file.stream(file.dict(dict.get('AP'))?.get('N') ?? null) !== null;
  const all = source.annotations.ofPage.flat();
  const gone = new Set(all.filter(({ dict }) => isMark(dict) && isDrawn(dict)).map(({ dict }) => dict));
  const left = all.filter(({ dict }) => isMark(dict) && !isDrawn(dict)).length;
  if (gone.size === 0) return { pdf: bytes, left };
  flattenAnnotations(changes, source, { fields: [], wanted: (dict) => gone.has(dict) });
  removeWindows(changes, source, gone);
  return { pdf: writeFilled(changes, { signed: false, decrypt: false, seed: 'flattened' }), left };
}

/** Removes the windows (12.5.6.14) of annotations that are gone. */
function removeWindows(changes: Changes, source: Source, gone: ReadonlySet<Dict>): void {
  for (const page of source.pages) {
    const dict = page.ref === null ? null : changes.dict(page.ref);
    const annotations = changes.array(dict?.get('Annots') ?? null);
    if (page.ref === null || annotations === null) continue;
    const left = annotations.filter(
      (entry) => !isWindow(changes, entry instanceof Ref ? changes.dict(entry) : null, gone),
    );
    if (left.length < annotations.length) changes.dictAt(page.ref).set('Annots', left.length === 0 ? null : left);
  }
}

function isWindow(changes: Changes, dict: Dict | null, gone: ReadonlySet<Dict>): boolean {
  const parent = changes.dict(dict?.get('Parent') ?? null);
  return isName(dict?.get('Subtype') ?? null, 'Popup') && parent !== null && gone.has(parent);
}

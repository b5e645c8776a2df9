import { Dict, Name, type Obj, type PdfArray, type Ref, Stream } from '../objects/objects.ts';
import { copyAnnotations, type PlacedAnnotations } from './annotations.ts';
import type { Part } from './part.ts';
import type { Target } from './target.ts';
import { chunks } from '../facts/trees/write-trees.ts';

/**
 * Entries that a copied page has new, or cannot have: its beads belong to threads that run through the document (ISO
 * 32000-2, 12.4.3), its document part to a hierarchy (14.12).
 */
const rebuilt: ReadonlySet<string> = new Set([
  'Type',
  'Parent',
  'Annots',
  'StructParents',
  'B',
  'DPart',
  'Resources',
  'MediaBox',
  'CropBox',
  'Rotate',
  'Contents',
]);

/** Copies the pages of a part with their inherited entries (7.7.3.4) and all entries of their own. */
export function copyPages(part: Part, annotations: PlacedAnnotations): void {
  const streams = new Map<PdfArray, Obj>();
  for (const index of part.pages) {
    const page = part.source.pages[index];
    const ref = part.pageRefs.get(index);
    if (page === undefined || ref === undefined) continue;
    const copy = new Dict([['Type', new Name('Page')]]);
    for (const key of ['MediaBox', 'CropBox', 'Rotate', 'Resources'])
      copy.set(key, part.copier.copy(page.inherited.get(key)));
    if (!copy.has('MediaBox')) copy.set('MediaBox', [...page.mediaBox]);
    if (!copy.has('Resources')) copy.set('Resources', new Dict());
    for (const [key, value] of part.copier.entries(page.dict, rebuilt).entries()) copy.set(key, value);
    copy.set('Contents', copyContents(part, page.dict.get('Contents'), streams));
    const annots = copyAnnotations(part, index, annotations);
    if (annots.length > 0) copy.set('Annots', annots);
    copy.set('StructParents', part.pageKey(index));
    part.target.set(ref, copy);
    if (page.dict.has('B')) part.report.drop(part.document, 'article bead', 'threads run through a whole document');
  }
}

/**
 * A stream or an array of streams (table 31). Other entries of an array, which readers skip and which may be the array
 * itself, are not copied; `known` are arrays that pages share.
 */
function copyContents({ source: { file }, copier, target }: Part, contents: Obj, known: Map<PdfArray, Obj>): Obj {
  const array = file.array(contents);
  if (array === null) return copier.copy(contents);
  const copied = known.get(array);
  if (copied !== undefined) return copied;
  const sound = array.filter((entry) => file.resolve(entry) instanceof Stream);
  const copy =
    sound.length === array.length ? copier.copy(contents) : target.add(sound.map((entry) => copier.copy(entry)));
  known.set(array, copy);
  return copy;
}

/** A balanced page tree (7.7.3.2) over pages that are in the target. */
export function writePageTree(target: Target, pages: readonly Ref[]): Ref {
  let nodes: { ref: Ref; count: number }[] = pages.map((ref) => ({ ref, count: 1 }));
  do {
    nodes = (nodes.length === 0 ? [[]] : chunks(nodes)).map((kids) => {
      const count = kids.reduce((sum, kid) => sum + kid.count, 0);
      const ref = target.add(
        new Dict([
          ['Type', new Name('Pages')],
          ['Kids', kids.map((kid) => kid.ref)],
          ['Count', count],
        ]),
      );
      for (const kid of kids) (target.get(kid.ref) as Dict).set('Parent', ref);
      return { ref, count };
    });
  } while (nodes.length > 1);
  return nodes[0]?.ref ?? target.add(null);
}

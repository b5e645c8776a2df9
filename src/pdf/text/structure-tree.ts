import { AppError } from '../../problems.ts';
import type { Engine } from '../pdfium/engine.ts';
import { utf16 } from '../pdfium/memory.ts';

/** An element of the structure tree (ISO 32000-2, 14.7.2), as far as it is on one page. */
export interface StructureElement {
  /** Indexes of children from the root, as `0.3.1`: the same on every page. */
  readonly path: string;
  /** Standard structure type, by the role map. */
  readonly role: string;
  readonly lang: string | null;
  /** Replaces the text of all its content (ISO 32000-2, 14.9.4). */
  readonly actualText: string | null;
  /** Number of its children on all pages. */
  readonly count: number;
  readonly children: readonly (StructureElement | { readonly mcid: number })[];
}

const maxDepth = 64;
const maxElements = 500_000;
/** Characters of all ActualText of a page, because any number of elements may share one. */
const maxActualText = 10_000_000;

/** The structure tree of a page; empty for an untagged page. */
export function structureOf(engine: Engine, page: number): StructureElement[] {
  const { calls } = engine;
  const tree = calls.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  let [seen, replaced] = [0, 0];

  function read(element: number, path: string, depth: number): StructureElement {
    const count = Math.max(0, calls.FPDF_StructElement_CountChildren(element));
    const children: (StructureElement | { mcid: number })[] = [];
    seen += 1;
    for (let index = 0; index < count && depth < maxDepth && seen < maxElements; index += 1) {
      const mcid = calls.FPDF_StructElement_GetChildMarkedContentID(element, index);
      const child = mcid < 0 ? calls.FPDF_StructElement_GetChildAtIndex(element, index) : 0;
      if (mcid >= 0) children.push({ mcid });
      else if (child !== 0) children.push(read(child, `${path}.${index}`, depth + 1));
    }
    const string = (get: 'Type' | 'Lang' | 'ActualText') =>
      utf16(engine, (buffer, bytes) => calls[`FPDF_StructElement_Get${get}`](element, buffer, bytes));
    const actualText = string('ActualText') || null;
    replaced += actualText?.length ?? 0;
    if (replaced > maxActualText)
      throw new AppError(
        'limit-exceeded',
        `The tags of a page have more than ${maxActualText} characters of ActualText.`,
      );
    return { path, role: string('Type'), lang: string('Lang') || null, actualText, count, children };
  }

  try {
    const elements: StructureElement[] = [];
    const count = calls.FPDF_StructTree_CountChildren(tree);
    for (let index = 0; index < count; index += 1) {
      const element = calls.FPDF_StructTree_GetChildAtIndex(tree, index);
      if (element !== 0) elements.push(read(element, String(index), 0));
    }
    return elements;
  } finally {
    calls.FPDF_StructTree_Close(tree);
  }
}

import { fromFrame, type Glyph } from './page/glyph.ts';
import { rectOf } from './layout/line.ts';
import type { StructureElement } from './structure-tree.ts';

/** Where a text is in the structure tree: paths of the nearest elements of each kind. */
export interface StructurePosition {
  readonly heading: number | null;
  readonly list: string | null;
  readonly item: string | null;
  readonly table: string | null;
  readonly row: string | null;
  readonly cell: string | null;
  /** Number of cells of the row, empty ones included. */
  readonly cells: number;
}

/** The text of one block-level element (ISO 32000-2, 14.8.4.4), as far as it has content of its own. */
export interface TaggedText {
  readonly role: string;
  readonly lang: string | null;
  readonly place: StructurePosition;
  /** In logical order. */
  readonly glyphs: readonly Glyph[];
}

/** Inline elements, and grouping elements (ISO 32000-2, 14.8.4.7). */
const inline = new Set([
  'Span',
  'Quote',
  'Em',
  'Strong',
  'Sub',
  'Link',
  'Annot',
  'Reference',
  'Code',
  'Lbl',
  'LBody',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
  'WT',
  'WP',
  'NonStruct',
  'Private',
  'Form',
  'BibEntry',
]);
/** MathML in the structure tree (ISO 32000-2, 14.8.6): `math`, `mrow`, `mi`... */
const mathml = /^m[a-z]+$/;
const isInline = (role: string, around: string): boolean =>
  inline.has(role) || mathml.test(role) || (role === 'Formula' && around === 'P');
/** Elements that pass their role to the paragraphs in them. */
const owners = new Set(['LI', 'TH', 'TD', 'Caption', 'TOCI', 'Note', 'FENote', 'BlockQuote']);
const plain = new Set(['P', 'Div', 'Sect', 'Part', 'Art']);
const nowhere: StructurePosition = {
  heading: null,
  list: null,
  item: null,
  table: null,
  row: null,
  cell: null,
  cells: 0,
};

interface Around {
  readonly role: string;
  readonly lang: string | null;
  readonly place: StructurePosition;
  /** Depth of sections, for H. */
  readonly sections: number;
  readonly label: boolean;
}

type Open = Omit<TaggedText, 'glyphs'> & { readonly glyphs: Glyph[]; labelOnly: boolean };

/** The texts of a page in the order of the structure tree, and the glyphs that it does not contain. */
export function taggedText(
  elements: readonly StructureElement[],
  glyphs: readonly Glyph[],
  documentLang: string | null,
): { texts: TaggedText[]; rest: Glyph[] } {
  const content = Map.groupBy(
    glyphs.filter((glyph) => glyph.mcid >= 0 && !glyph.artifact),
    (glyph) => glyph.mcid,
  );
  const texts: Open[] = [];
  let open: Open | null = null;

  function add(found: readonly Glyph[], around: Around): void {
    if (found.length === 0) return;
    if (!open) {
      open = { role: around.role, lang: around.lang, place: around.place, glyphs: [], labelOnly: true };
      texts.push(open);
    }
    for (const glyph of found) open.glyphs.push(glyph);
    open.labelOnly &&= around.label;
  }

  function visit(element: StructureElement, around: Around): void {
    const inside = entered(element, around);
    const breaks = !isInline(element.role, around.role);
    if (breaks && !(open?.labelOnly === true && plain.has(element.role))) open = null;
    if (element.actualText !== null) add(replaced(element.actualText, taken(element, content)), inside);
    else {
      for (const child of element.children) {
        if ('mcid' in child) add(take(content, child.mcid), inside);
        else visit(child, inside);
      }
    }
    if (breaks) open = null;
  }

  for (const element of elements)
    visit(element, { role: 'Document', lang: documentLang, place: nowhere, sections: 0, label: false });
  const used = new Set(texts.flatMap((text) => text.glyphs));
  const replacedIds = new Set(glyphs.filter((glyph) => glyph.mcid >= 0 && !glyph.artifact && !content.has(glyph.mcid)));
  return { texts, rest: glyphs.filter((glyph) => !used.has(glyph) && !replacedIds.has(glyph)) };
}

function entered({ role, path, lang, count }: StructureElement, around: Around): Around {
  const { place } = around;
  const own =
    role === 'L'
      ? { list: path, item: null }
      : role === 'LI'
        ? { item: path }
        : role === 'Table'
          ? { table: path, row: null, cell: null }
          : role === 'TR'
            ? { row: path, cell: null, cells: count }
            : role === 'TH' || role === 'TD'
              ? { cell: path }
              : {};
  const keeps = isInline(role, around.role) || (plain.has(role) && owners.has(around.role));
  const sections = around.sections + (role === 'Sect' ? 1 : 0);
  return {
    role: keeps ? around.role : role,
    lang: lang ?? around.lang,
    place: { ...place, ...own, heading: headingLevel(role, sections) ?? place.heading },
    sections,
    label: around.label || role === 'Lbl',
  };
}

function headingLevel(role: string, sections: number): number | null {
  const numbered = /^H([1-9]\d?)$/.exec(role)?.[1];
  if (numbered !== undefined) return Number(numbered);
  if (role === 'Title') return 1;
  return role === 'H' ? Math.max(1, sections) : null;
}

/** The content of an identifier. It is answered once, so that a second reference does not repeat it. */
function take(content: Map<number, Glyph[]>, mcid: number): Glyph[] {
  const glyphs = content.get(mcid) ?? [];
  content.delete(mcid);
  return glyphs;
}

function taken(element: StructureElement, content: Map<number, Glyph[]>): Glyph[] {
  return element.children.flatMap((child) => ('mcid' in child ? take(content, child.mcid) : taken(child, content)));
}

/** Replaces many glyphs by one with their ActualText. */
function replaced(text: string, glyphs: readonly Glyph[]): Glyph[] {
  const [first] = glyphs;
  if (!first) return [];
  const line = glyphs.filter((glyph) => glyph.angle === first.angle && Math.abs(glyph.v - first.v) < 0.5 * first.size);
  const u1 = line.reduce((greatest, glyph) => Math.max(greatest, glyph.u1), first.u1);
  const whole = line.length === glyphs.length ? fromFrame(first.angle, { ...first, u1 }) : rectOf(glyphs);
  return [{ ...first, text, u1, rect: whole }];
}

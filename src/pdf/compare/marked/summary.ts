import { Dict, Name, type Ref } from '../../objects/objects.ts';
import { looks, mark, type MarkKind } from './marks.ts';
import { faint, hair, ink, type Pen, type TextStyle } from './pen.ts';
import type { Numbered } from './sheet.ts';
import type { Element, Tags } from './tags.ts';

/** A4 portrait, in points. */
export const summarySize = { width: 595.28, height: 841.89 } as const;

const margin = { left: 56, right: 56, top: 64, bottom: 60 } as const;
const width = summarySize.width - margin.left - margin.right;
/** Left edges and widths of the columns of the list, in points. */
const columns = [
  { x: 0, width: 30 },
  { x: 34, width: 54 },
  { x: 92, width: 52 },
  { x: 148, width: 164 },
  { x: 320, width: 163 },
] as const;
const headings = ['No.', 'Kind', 'Pages', 'Before', 'After'] as const;
const cell: TextStyle = { size: 8.5 };
const cellLeading = 11;
const maxCellLines = 5;
/** Characters of a cell that are set; its lines hold fewer. */
const maxCellCharacters = 400;
/** Rows of the list; the JSON response has all changes. */
export const maxRows = 500;

/** The page that is being written. */
interface OpenPage {
  readonly ref: Ref;
  readonly pen: Pen;
}

interface Paragraph {
  /** Standard structure type. */
  readonly role: 'H1' | 'H2' | 'P';
  readonly text: string;
  readonly style: TextStyle;
  /** Space before and after it, in points. */
  readonly above: number;
  readonly below: number;
}

/** Writes the first pages: the compared documents, the results, the legend, and a list of all text changes. */
export class Summary {
  readonly #tags: Tags;
  readonly #open: () => OpenPage;
  #page: OpenPage;
  #y: number = margin.top;

  constructor(tags: Tags, open: () => OpenPage) {
    this.#tags = tags;
    this.#open = open;
    this.#page = open();
  }

  heading(parent: Element, role: 'H1' | 'H2', text: string): void {
    const spacing = role === 'H1' ? { size: 22, above: 0, below: 12 } : { size: 14, above: 18, below: 6 };
    this.#paragraph(parent, { role, text, style: { size: spacing.size, bold: true }, ...spacing });
  }

  text(
    parent: Element,
    text: string,
    { strong = false, quiet = false }: { readonly strong?: boolean; readonly quiet?: boolean } = {},
  ): void {
    const style = { size: 10.5, bold: strong, colour: quiet ? faint : ink };
    this.#paragraph(parent, { role: 'P', text, style, above: 0, below: 4 });
  }

  /** A line with the look of each kind of mark. */
  legend(parent: Element): void {
    for (const kind of Object.keys(looks) as MarkKind[]) {
      const { name, shape } = looks[kind];
      this.#room(22);
      const { pen, ref } = this.#page;
      const label = pen.widthOf(name, { size: 10.5 });
      const y = this.#y;
      this.#tags.artifact(pen, () => mark(pen, kind, { x: margin.left + 2, y, width: label, height: 13 }));
      this.#tags.content(this.#tags.element(parent, 'P'), ref, pen, () => {
        pen.text(name, { x: margin.left + 2, y: y + 10.5 }, { size: 10.5 });
        pen.text(`${shape}, ${where[kind]}`, { x: margin.left + 110, y: y + 10.5 }, { size: 10.5, colour: faint });
      });
      this.#y += 20;
    }
  }

  /** The list of changes, as a table. */
  list(parent: Element, changes: readonly Numbered[]): void {
    const table = this.#tags.element(parent, 'Table');
    this.#row(table, headings, { header: true });
    for (const { number, kind, before, after } of changes.slice(0, maxRows)) {
      this.#row(
        table,
        [
          String(number),
          looks[kind].name,
          `${before?.page ?? '–'} → ${after?.page ?? '–'}`,
          before?.text ?? '',
          after?.text ?? '',
        ],
        { header: false },
      );
    }
  }

  #row(table: Element, texts: readonly string[], { header }: { readonly header: boolean }): void {
    const style: TextStyle = { ...cell, bold: header };
    const cells = texts.map((text, index) =>
      this.#page.pen.lines(text.slice(0, maxCellCharacters), columns[index]?.width ?? 50, style, maxCellLines),
    );
    const height = Math.max(...cells.map(({ length }) => length)) * cellLeading + 6;
    if (this.#room(height) && !header) this.#row(table, headings, { header: true });
    const { pen, ref } = this.#page;
    const top = this.#y;
    const row = this.#tags.element(table, 'TR');
    cells.forEach((lines, index) => {
      const element = this.#tags.element(
        row,
        header ? 'TH' : 'TD',
        header
          ? {
              attributes: new Dict([
                ['O', new Name('Table')],
                ['Scope', new Name('Column')],
              ]),
            }
          : {},
      );
      this.#tags.content(element, ref, pen, () =>
        pen.show(lines, { x: margin.left + (columns[index]?.x ?? 0), y: top + 10, leading: cellLeading }, style),
      );
    });
    this.#y += height;
    this.#tags.artifact(pen, () =>
      pen.rule(header ? faint : hair, [margin.left, this.#y - 2, width], { thickness: header ? 0.8 : 0.4 }),
    );
  }

  #paragraph(parent: Element, { role, text, style, above, below }: Paragraph): void {
    const lines = this.#page.pen.lines(text, width, style);
    const leading = style.size * 1.35;
    this.#room(above + Math.min(lines.length, 3) * leading + (role === 'H2' ? 40 : 0));
    this.#y += above;
    const element = this.#tags.element(parent, role);
    for (let rest = lines; rest.length > 0;) {
      const fitting = Math.max(1, Math.floor((summarySize.height - margin.bottom - this.#y) / leading));
      const [now, later] = [rest.slice(0, fitting), rest.slice(fitting)];
      const { pen, ref } = this.#page;
      const y = this.#y + style.size;
      this.#tags.content(element, ref, pen, () => pen.show(now, { x: margin.left, y, leading }, style));
      this.#y += now.length * leading;
      if (later.length > 0) this.#room(Infinity);
      rest = later;
    }
    this.#y += below;
  }

  /** Continues on another page if this one has not enough space, and answers whether it did. */
  #room(height: number): boolean {
    if (this.#y + height <= summarySize.height - margin.bottom) return false;
    this.#page = this.#open();
    this.#y = margin.top;
    return true;
  }
}

/** The sides on which each kind is marked. */
const where: Readonly<Record<MarkKind, string>> = {
  deleted: 'on the left',
  inserted: 'on the right',
  changed: 'on both sides',
  moved: 'on both sides, where it was and where it is',
  look: 'on both sides, where no word changed',
};

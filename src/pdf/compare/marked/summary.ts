import { Dict, Name, type Ref } from '../../objects/objects.ts';
import { looks, mark, type MarkKind } from './marks.ts';
import { faint, hair, ink, type Pen, type TextStyle } from './pen.ts';
import type { Numbered } from './sheet.ts';
import type { Element, Tags } from './tags.ts';

/** A4 upright, in points. */
export const summarySize = { width: 595.28, height: 841.89 } as const;

const margin = { left: 56, right: 56, top: 64, bottom: 60 } as const;
const width = summarySize.width - margin.left - margin.right;
/** Left edges of the columns of the list, and their widths. */
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
/** Characters that are set of a run: more than its lines show. */
const longestCell = 400;
/** Rows of the list; the JSON has all of them. */
export const maxRows = 500;

/** A page that is being written. */
interface OpenPage {
  readonly ref: Ref;
  readonly pen: Pen;
}

/**
 * Writes the first pages: what was compared, what was found, what the marks mean, and all changes of text in a list.
 */
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
    this.#paragraph(
      parent,
      role,
      text,
      { size: role === 'H1' ? 22 : 14, bold: true },
      { above: role === 'H1' ? 0 : 18, below: role === 'H1' ? 12 : 6 },
    );
  }

  text(
    parent: Element,
    text: string,
    { strong = false, quiet = false }: { readonly strong?: boolean; readonly quiet?: boolean } = {},
  ): void {
    this.#paragraph(
      parent,
      'P',
      text,
      { size: 10.5, bold: strong, colour: quiet ? faint : ink },
      { above: 0, below: 4 },
    );
  }

  /** A line for each kind of mark, as it looks. */
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

  /** The list of changes as a table. */
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
      this.#page.pen.lines(text.slice(0, longestCell), columns[index]?.width ?? 50, style, maxCellLines),
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

  #paragraph(
    parent: Element,
    role: string,
    text: string,
    style: TextStyle,
    { above, below }: { readonly above: number; readonly below: number },
  ): void {
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

  /** Goes on to another page where this one has no room; true where it did. */
  #room(height: number): boolean {
    if (this.#y + height <= summarySize.height - margin.bottom) return false;
    this.#page = this.#open();
    this.#y = margin.top;
    return true;
  }
}

/** Where each kind is marked. */
const where: Readonly<Record<MarkKind, string>> = {
  deleted: 'on the left',
  inserted: 'on the right',
  changed: 'on both sides',
  moved: 'on both sides, where it was and where it is',
  look: 'on both sides, where no word changed',
};

import type { LongBlock } from './flow.ts';
import { startTagOf, type StartTag } from './markup.ts';

/** Elements with one role in a divided document: their start tags, each once, and those of their parents. */
export interface Kind {
  readonly tags: readonly StartTag[];
  readonly parents: readonly StartTag[];
}

/** Elements of a document in parts that a selector may match differently in a part. */
export interface CutElements {
  /** Elements that continue over parts, and their ancestors. */
  readonly holders: Kind;
  /** Sheets, where there are several. */
  readonly sheets: Kind;
  /** Children of sheets and of divided elements: pieces, tables, further divided elements. */
  readonly units: Kind;
  /** Heads, bodies and feet of divided tables. */
  readonly sections: Kind;
  readonly bodies: Kind;
  readonly rows: Kind;
  /** Elements of a piece after its first. */
  readonly others: Kind;
}

const tagged = (name: string, classes = ''): StartTag => ({ name, classes, id: '' });
const [root, body, sheet] = [tagged('html'), tagged('body'), tagged('section', 'colophon-sheet')];

/** A set of start tags. */
class Tags {
  readonly #tags = new Map<string, StartTag>();

  add(html: string): void {
    const tag = startTagOf(html);
    if (tag !== null) this.#tags.set(`${tag.name} ${tag.classes} ${tag.id}`, tag);
  }

  get all(): StartTag[] {
    return [...this.#tags.values()];
  }
}

/** Collects the elements of blocks that are divided; `sheetCount` is the number of sheets in the segment. */
export function cutElements(blocks: readonly LongBlock[], sheetCount: number): CutElements {
  const [wrappers, tables, bodies, rows, units, others] = [
    new Tags(),
    new Tags(),
    new Tags(),
    new Tags(),
    new Tags(),
    new Tags(),
  ];
  let before: LongBlock | undefined;
  for (const block of blocks) {
    block.within.forEach(({ open }, index) => {
      if (before?.within[index] === block.within[index]) return;
      for (const tags of [wrappers, units]) tags.add(open);
    });
    before = block;
    for (const tag of block.others) for (const tags of [units, others]) tags.add(tag);
    if ('pieces' in block) for (const piece of block.pieces) units.add(piece);
    else {
      for (const tags of [tables, units]) tags.add(block.table.tag);
      for (const tag of block.table.bodies) bodies.add(tag);
      for (const row of block.table.rows)
        rows.add(row.startsWith('<tr') ? row : row.slice(Math.max(0, row.search(/<tr[\s>]/))));
    }
  }
  const holding = [...wrappers.all, sheet];
  return {
    holders: {
      tags: [...holding, ...tables.all, ...bodies.all, body, root],
      parents: [...holding, ...tables.all, body, root],
    },
    sheets: { tags: sheetCount > 1 ? [sheet] : [], parents: [body] },
    units: { tags: units.all, parents: holding },
    sections: {
      tags: tables.all.length === 0 ? [] : [tagged('thead'), tagged('tfoot'), ...bodies.all],
      parents: tables.all,
    },
    bodies: { tags: bodies.all, parents: tables.all },
    rows: { tags: rows.all, parents: bodies.all },
    others: { tags: others.all, parents: holding },
  };
}

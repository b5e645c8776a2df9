/** A word with an identity that survives what is done to its document. */
interface Word {
  readonly id: number;
  readonly text: string;
}

type Sentence = Word[];

type Block =
  | { readonly kind: 'heading'; words: Sentence; colour: string }
  | { readonly kind: 'paragraph'; sentences: Sentence[] }
  | { readonly kind: 'table'; rows: Sentence[][] }
  | { readonly kind: 'panel'; colour: string; words: Sentence }
  | { readonly kind: 'picture'; hue: number; points: number[] }
  | { readonly kind: 'line'; thickness: number; width: number };

/** What stands on one page, or, in a document that flows, under one heading. */
interface Section {
  readonly id: number;
  blocks: Block[];
}

interface Made {
  readonly sections: Section[];
  /** No page breaks: text runs from page to page. */
  readonly flows: boolean;
}

export const mutations = [
  'word changed',
  'word inserted',
  'word deleted',
  'sentence moved',
  'paragraph moved',
  'page inserted',
  'page removed',
  'number changed',
  'colour',
  'picture',
  'line',
] as const;
export type Mutation = (typeof mutations)[number];

/** Two renders, and what is different between them. */
export interface MutatedPair {
  readonly name: string;
  readonly mutations: readonly Mutation[];
  /** Bodies for `POST /api/v1/render`. */
  readonly before: object;
  readonly after: object;
  /** Words that are not the same on both sides, or stand elsewhere; those of a page that came or went are left out. */
  readonly words: {
    readonly before: readonly string[];
    readonly after: readonly string[];
    readonly moved: readonly string[];
  };
  /** Pages of each side that the other does not have, from 1. */
  readonly pages: { readonly removed: readonly number[]; readonly inserted: readonly number[] };
  /** Of a document with a page for each section: the pages of `after`, from 1, that look different; else null. */
  readonly looks: readonly number[] | null;
}

const vocabulary = (
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they ' +
  'which one you were her all she there would their we him been has when who will more no if out so said what ' +
  'up its about into than them can only other new some could time these two may then do first any my now such ' +
  'like our over man me even most made after also did many before must through back years where much your way ' +
  'well down should because each just those people mr how too little state good very make world still own see ' +
  'men work long get here between both life being under never day same another know while last might us great ' +
  'old year off come since against go came right used take three agreement party supplier customer delivery ' +
  'payment invoice term notice liability warranty termination clause schedule service quality price rate ' +
  'period damage loss insurance property transfer obligation breach remedy interest confidential information ' +
  'data security access property licence material product order quantity shipment goods carrier premises ' +
  'inspection acceptance defect repair replacement refund credit account balance statement tax duty customs ' +
  'import export law court arbitration jurisdiction language amendment assignment subcontractor employee ' +
  'contractor agent consent approval authority signature date place witness annex appendix heading reference ' +
  'definition interpretation'
).split(' ');

/** Mulberry32: the same seed, the same documents. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Writer {
  #next = 1;
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = random(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  word(text = this.plain()): Word {
    return { id: this.#next++, text };
  }

  plain(): string {
    return vocabulary[Math.floor(this.#random() ** 1.6 * vocabulary.length)]!;
  }

  number(): string {
    return this.below(2) === 0
      ? String(1 + this.below(999))
      : `${1 + this.below(99)},${100 + this.below(900)}.${10 + this.below(90)}`;
  }

  colour(): string {
    return `hsl(${this.below(12) * 30} 70% ${35 + this.below(4) * 12}%)`;
  }

  sentence(): Sentence {
    const words = Array.from({ length: 6 + this.below(11) }, () => this.plain());
    words[0] = words[0]![0]!.toUpperCase() + words[0]!.slice(1);
    return words.map((text, index) => this.word(index === words.length - 1 ? `${text}.` : text));
  }

  paragraph(): Block {
    return { kind: 'paragraph', sentences: Array.from({ length: 2 + this.below(4) }, () => this.sentence()) };
  }

  table(): Block {
    const head = ['Item', 'Pieces', 'Amount'].map((text) => [this.word(text)]);
    return { kind: 'table', rows: [head, ...Array.from({ length: 3 + this.below(4) }, () => this.row())] };
  }

  row(): Sentence[] {
    return [[this.word(), this.word()], [this.word(this.number())], [this.word(this.number())]];
  }

  section(): Section {
    const heading: Block = {
      kind: 'heading',
      colour: '#222222',
      words: Array.from({ length: 2 + this.below(3) }, () => this.word()),
    };
    const more = this.pick([() => this.table(), () => this.panel(), () => this.picture(), () => this.line()])();
    const others = [
      this.pick([() => this.table(), () => this.panel(), () => this.picture(), () => this.line()])(),
      this.paragraph(),
      more,
      this.paragraph(),
      this.paragraph(),
    ];
    return { id: this.#next++, blocks: [heading, this.paragraph(), ...others] };
  }

  panel(): Block {
    return { kind: 'panel', colour: this.colour(), words: this.sentence() };
  }

  picture(): Block {
    return { kind: 'picture', hue: this.below(360), points: Array.from({ length: 8 }, () => this.below(100)) };
  }

  line(): Block {
    return { kind: 'line', thickness: 1 + this.below(2), width: 40 + this.below(60) };
  }
}

/** The sentences of a document, to be changed in place. */
const sentencesOf = ({ sections }: Made): Sentence[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'paragraph' ? block.sentences : [])));
const wordsOf = ({ blocks }: Section): Word[] =>
  blocks.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
      case 'panel':
        return block.words;
      case 'paragraph':
        return block.sentences.flat();
      case 'table':
        return block.rows.flat(2);
      case 'picture':
      case 'line':
        return [];
    }
  });

const blocksOf = <K extends Block['kind']>({ sections }: Made, kind: K) =>
  sections.flatMap(({ blocks }) => blocks.filter((block): block is Extract<Block, { kind: K }> => block.kind === kind));

/**
 * Changes a document in place; answers the words that only went elsewhere, or null where the document has nothing of
 * the kind.
 */
type Mutate = (made: Made, writer: Writer) => readonly Word[] | null;

const inSentence =
  (change: (sentence: Sentence, at: number, writer: Writer) => void): Mutate =>
  (made, writer) => {
    const sentence = writer.pick(sentencesOf(made));
    change(sentence, 1 + writer.below(sentence.length - 2), writer);
    return [];
  };

/** Another word than those that stand there. */
function other(sentence: Sentence, writer: Writer): Word {
  for (;;) {
    const word = writer.word();
    if (sentence.every(({ text }) => text !== word.text)) return word;
  }
}

/** Where a run goes, more words than its own lie in between: else those would be what moved. */
const farther = 8;

function moveSentence({ sections }: Made, writer: Writer): readonly Word[] | null {
  const paragraphs = sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'paragraph' ? [block] : []));
  const from = writer.below(paragraphs.length);
  const at = writer.below(paragraphs[from]!.sentences.length);
  const sentence = paragraphs[from]!.sentences[at]!;
  const between = (index: number) =>
    paragraphs.slice(Math.min(index, from) + 1, Math.max(index, from)).flatMap(({ sentences }) => sentences.flat())
      .length;
  const to = paragraphs.findIndex((_, index) => index !== from && between(index) > sentence.length + farther);
  if (to < 0 || paragraphs[from]!.sentences.length < 2) return null;
  paragraphs[from]!.sentences.splice(at, 1);
  paragraphs[to]!.sentences.splice(writer.below(paragraphs[to]!.sentences.length + 1), 0, sentence);
  return sentence;
}

/** To the end of another section. */
function moveParagraph({ sections }: Made, writer: Writer): readonly Word[] | null {
  const from = writer.below(sections.length);
  const { blocks } = sections[from]!;
  const at = blocks.findIndex(({ kind }) => kind === 'paragraph');
  const paragraph = blocks[at];
  if (paragraph?.kind !== 'paragraph') return null;
  const words = paragraph.sentences.flat();
  const count = (some: readonly Block[]) => wordsOf({ id: 0, blocks: [...some] }).length;
  const between = (to: number) =>
    to < from
      ? count([...sections.slice(to + 1, from).flatMap((section) => section.blocks), ...blocks.slice(0, at)])
      : count([...blocks.slice(at + 1), ...sections.slice(from + 1, to + 1).flatMap((section) => section.blocks)]);
  const [to] = [...sections.keys()].filter((index) => index !== from && between(index) > words.length + farther);
  if (to === undefined) return null;
  blocks.splice(at, 1);
  sections[to]!.blocks.push(paragraph);
  return words;
}

const changes: Readonly<Record<Mutation, Mutate>> = {
  'word changed': inSentence((sentence, at, writer) => (sentence[at] = other(sentence, writer))),
  'word inserted': inSentence((sentence, at, writer) => sentence.splice(at, 0, other(sentence, writer))),
  'word deleted': inSentence((sentence, at) => sentence.splice(at, 1)),
  'sentence moved': moveSentence,
  'paragraph moved': moveParagraph,
  'page inserted': (made, writer) =>
    made.flows ? null : (made.sections.splice(writer.below(made.sections.length + 1), 0, writer.section()), []),
  'page removed': (made, writer) =>
    made.flows ? null : (made.sections.splice(writer.below(made.sections.length), 1), []),
  'number changed': (made, writer) => {
    const table = blocksOf(made, 'table')[0];
    const cell = table && writer.pick(table.rows.slice(1)).at(-1 - writer.below(2));
    if (!cell) return null;
    const old = cell[0]!.text;
    do cell[0] = writer.word(writer.number());
    while (cell[0].text === old);
    return [];
  },
  colour: (made, writer) => {
    const [panel, heading] = [blocksOf(made, 'panel')[0], writer.pick(blocksOf(made, 'heading'))];
    const changed = panel ?? heading;
    const old = changed.colour;
    do changed.colour = writer.colour();
    while (changed.colour === old);
    return [];
  },
  picture: (made, writer) => {
    const picture = blocksOf(made, 'picture')[0];
    if (!picture) return null;
    if (writer.below(2) === 0) picture.hue = (picture.hue + 60 + writer.below(240)) % 360;
    else
      picture.points = picture.points.map((point, index) =>
        index === 0 ? (point + 30 + writer.below(40)) % 100 : point,
      );
    return [];
  },
  line: (made, writer) => {
    const line = blocksOf(made, 'line')[0];
    if (!line) return null;
    if (writer.below(2) === 0) line.thickness += 2;
    else line.width = line.width > 60 ? line.width - 25 : line.width + 25;
    return [];
  },
};

function html(block: Block): string {
  const text = (words: Sentence) => words.map((word) => word.text).join(' ');
  switch (block.kind) {
    case 'heading':
      return `<h2 style="color:${block.colour}">${text(block.words)}</h2>`;
    case 'paragraph':
      return `<p>${block.sentences.map(text).join(' ')}</p>`;
    case 'table': {
      const [head = [], ...rows] = block.rows;
      const cells = (row: Sentence[], tag: string) =>
        `<tr>${row.map((cell) => `<${tag}>${text(cell)}</${tag}>`).join('')}</tr>`;
      return `<table><thead>${cells(head, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table>`;
    }
    case 'panel':
      return `<div class="panel" style="background:${block.colour}">${text(block.words)}</div>`;
    case 'picture': {
      const [a, b, c, d, e, f, g, h] = block.points as [number, number, number, number, number, number, number, number];
      return (
        '<svg role="img" aria-label="A drawing" width="240" height="90" viewBox="0 0 120 110"><polygon ' +
        `points="${a},${b} ${c},${d} ${e},${f}" fill="hsl(${block.hue} 60% 50%)"/><circle cx="${g}" cy="${h}" ` +
        'r="9" fill="#345"/></svg>'
      );
    }
    case 'line':
      return `<hr style="border:0;border-top:${block.thickness}pt solid #555;width:${block.width}%;margin-left:0">`;
  }
}

const css =
  'body{font:10.5pt/1.45 Arimo} p{margin:0 0 8pt} table{border-collapse:collapse;margin:0 0 8pt} ' +
  'td,th{border:.5pt solid #999;padding:2pt 8pt;text-align:left} .panel{color:#fff;padding:6pt;margin:0 0 8pt} ' +
  'h2{font-size:14pt;margin:0 0 6pt}';

function body({ sections, flows }: Made): object {
  const operations = sections.flatMap(({ blocks }, index) => [
    ...(index > 0 && !flows ? [{ op: 'add_page_break' }] : []),
    { op: 'add_html', css, html: blocks.map(html).join('\n'), javascript: 'off' },
  ]);
  return {
    operations: [
      { op: 'set_header', text: 'Master agreement' },
      ...(flows ? [] : [{ op: 'set_footer', text: 'Page {page}' }]),
      ...operations,
    ],
    document: { lang: 'en', title: 'Master agreement' },
    output: { deterministic: true },
  };
}

/** The pair of a seed: the mutation that its number says, and up to three others. */
export function mutatedPair(seed: number): MutatedPair {
  const writer = new Writer(seed * 7919 + 13);
  const flows = seed % 4 === 3;
  const before: Made = { flows, sections: Array.from({ length: 3 + writer.below(4) }, () => writer.section()) };
  const after = structuredClone(before);
  const wanted = [
    mutations[seed % mutations.length]!,
    ...Array.from({ length: writer.below(4) }, () => writer.pick(mutations)),
  ];
  const [done, moved] = [[] as Mutation[], new Set<number>()];
  for (const mutation of wanted) {
    const went = changes[mutation](after, writer);
    if (went === null) continue;
    done.push(mutation);
    for (const { id } of went) moved.add(id);
  }
  if (done.length === 0) done.push(...(changes['word changed'](after, writer) ? (['word changed'] as const) : []));
  return {
    name: `${seed} ${flows ? 'flowing, ' : ''}${done.join(', ')}`,
    mutations: done,
    before: body(before),
    after: body(after),
    ...truth(before, after, moved),
  };
}

function truth(before: Made, after: Made, moved: ReadonlySet<number>): Pick<MutatedPair, 'words' | 'pages' | 'looks'> {
  const [ids, otherIds] = [before, after].map(({ sections }) => new Set(sections.map(({ id }) => id))) as [
    Set<number>,
    Set<number>,
  ];
  const shared = before.sections.filter(({ id }) => otherIds.has(id));
  const sharedAfter = after.sections.filter(({ id }) => ids.has(id));
  const [here, there] = [
    new Set(before.sections.flatMap(wordsOf).map(({ id }) => id)),
    new Set(after.sections.flatMap(wordsOf).map(({ id }) => id)),
  ];
  const stays = ({ id }: Word, elsewhere: ReadonlySet<number>) => elsewhere.has(id);
  const texts = (words: readonly Word[]) => words.map(({ text }) => text);
  const gone = shared.flatMap(wordsOf).filter((word) => !stays(word, there) || moved.has(word.id));
  const come = sharedAfter.flatMap(wordsOf).filter((word) => !stays(word, here) || moved.has(word.id));
  const numbers = before.flows
    ? []
    : shared.flatMap(({ id }) => {
        const [i, j] = [
          before.sections.findIndex((section) => section.id === id) + 1,
          after.sections.findIndex((section) => section.id === id) + 1,
        ];
        return i === j ? [] : [[String(i), String(j)] as const];
      });
  const looks = sharedAfter.flatMap((section) => {
    const index = after.sections.indexOf(section);
    const old = before.sections.findIndex(({ id }) => id === section.id);
    return old !== index || JSON.stringify(before.sections[old]) !== JSON.stringify(section) ? [index + 1] : [];
  });
  const lone = (sections: readonly Section[], others: ReadonlySet<number>) =>
    sections.flatMap(({ id }, index) => (others.has(id) ? [] : [index + 1]));
  return {
    words: {
      before: [...texts(gone), ...numbers.map(([from]) => from)],
      after: [...texts(come), ...numbers.map(([, to]) => to)],
      moved: texts(come.filter(({ id }) => moved.has(id) && here.has(id))),
    },
    pages: { removed: lone(before.sections, otherIds), inserted: lone(after.sections, ids) },
    looks: before.flows ? null : looks,
  };
}

/** What is done to a table that goes on over pages. */
const rowChanges: Readonly<Record<string, (rows: Sentence[][], writer: Writer, made: Made) => readonly Word[]>> = {
  'rows inserted': (rows, writer) => {
    rows.splice(
      1 + writer.below(rows.length - 1),
      0,
      ...Array.from({ length: 1 + writer.below(9) }, () => writer.row()),
    );
    return [];
  },
  'rows deleted': (rows, writer) => {
    rows.splice(1 + writer.below(rows.length - 12), 1 + writer.below(9));
    return [];
  },
  'rows moved': (rows, writer) => {
    const moved = rows.splice(2, 1 + writer.below(3));
    rows.splice(rows.length - 2, 0, ...moved);
    return moved.flat(2);
  },
  'cell changed': (rows, writer) => {
    const cell = writer.pick(rows.slice(1)).at(-1)!;
    const old = cell[0]!.text;
    do cell[0] = writer.word(writer.number());
    while (cell[0].text === old);
    return [];
  },
  'paragraphs before': (_, writer, { sections }) => {
    sections[0]!.blocks.splice(1, 0, ...Array.from({ length: 1 + writer.below(4) }, () => writer.paragraph()));
    return [];
  },
  'heading of a column changed': (rows, writer) => {
    const [head = []] = rows;
    head[1] = [writer.word('Quantity')];
    return [];
  },
};

/**
 * A pair with a table over several pages, whose head is repeated wherever they break: the change that the number says,
 * and up to two others.
 */
export function tablePair(seed: number): MutatedPair {
  const writer = new Writer(seed * 6151 + 29);
  const rows = [
    ['Item', 'Pieces', 'Amount'].map((text) => [writer.word(text)]),
    ...Array.from({ length: 45 + writer.below(90) }, () => writer.row()),
  ];
  const section = writer.section();
  const before: Made = {
    flows: true,
    sections: [
      {
        ...section,
        blocks: [
          ...section.blocks.filter(({ kind }) => kind !== 'table'),
          { kind: 'table', rows },
          writer.paragraph(),
          writer.paragraph(),
        ],
      },
    ],
  };
  const after = structuredClone(before);
  const [names, moved] = [Object.keys(rowChanges), new Set<number>()];
  const wanted = new Set([
    names[seed % names.length]!,
    ...Array.from({ length: writer.below(3) }, () => writer.pick(names)),
  ]);
  const own = blocksOf(after, 'table')[0]!.rows;
  for (const name of wanted) for (const { id } of rowChanges[name]!(own, writer, after)) moved.add(id);
  return {
    name: `table ${seed} ${[...wanted].join(', ')}`,
    mutations: [],
    before: body(before),
    after: body(after),
    ...truth(before, after, moved),
  };
}

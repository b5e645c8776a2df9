import { createHash } from 'node:crypto';
import { without, type Content, type Fields, type Held, type Model } from './model.ts';
import type { Random } from './random.ts';
import type { Json } from '../../../../support/service.ts';

/** A request that changes a session, or that must be refused. */
export interface Edit {
  readonly name: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the session. */
  readonly path: string;
  /** JSON, or the bytes of an asset. */
  readonly body?: unknown;
  /** The status of the answer, whenever it comes. */
  readonly status: number;
  /** What the change does to the session; `null` = nothing. Throws where the answer is not the right one. */
  readonly apply: ((answer: Json) => void) | null;
  /** The revision whose content a new session has. */
  readonly forks?: number;
}

interface Editing {
  readonly model: Model;
  readonly random: Random;
  /** No other edit has the same number. */
  readonly number: number;
}

type Make = (editing: Editing) => Edit | null;

const names = ['logo', 'annex', 'style.css'];
const longText = 'A paragraph that is stored as a blob. '.repeat(2000);

function fieldsOf({ model, random, number }: Editing, part = 0): Fields {
  const text = `word${number}x${part}`;
  const asset = random.of(Object.keys(model.now.assets).filter((name) => !name.endsWith('.css')));
  const chance = random.next();
  if (chance < 0.05) return { op: 'add_text', text: `${text} ${longText}` };
  if (chance < 0.15) return { op: 'add_text', text, id: `id${number}x${part}` };
  if (chance < 0.2) return { op: 'set_font', family: 'Arimo', size: `${8 + random.below(8)}pt` };
  if (chance < 0.35 && asset !== undefined) return { op: 'add_image', asset, alt: text };
  return random.next() < 0.8 ? { op: 'add_text', text } : { op: 'add_heading', text };
}

/** The operations of the answer, with the fields that were sent. */
function held(answer: Json, sent: readonly Fields[], index: number): Held[] {
  const answered = answer.operations as { operationId: string; index: number; op: string }[];
  const expected = sent.map(({ op }, at) => ({ op, index: index + at }));
  if (JSON.stringify(answered.map(({ op, index: at }) => ({ op, index: at }))) !== JSON.stringify(expected))
    throw new Error(`The operations ${JSON.stringify(answered)} should be at ${JSON.stringify(expected)}.`);
  return answered.map(({ operationId }, at) => ({ operationId, fields: sent[at] ?? {} }));
}

function insertion(editing: Editing, name: string, { count, at, query = '' }: Insertion): Edit {
  const { model } = editing;
  const sent = Array.from({ length: count }, (_, part) => fieldsOf(editing, part));
  return {
    ...{ name, method: 'POST', path: `/operations${query}`, status: 201 },
    body: count === 1 ? sent[0] : { operations: sent },
    apply: (answer) => model.change({ operations: model.now.operations.toSpliced(at, 0, ...held(answer, sent, at)) }),
  };
}

interface Insertion {
  readonly count: number;
  readonly at: number;
  readonly query?: string;
}

/** An operation of the session, and its place. */
function some({ model, random }: Editing): (Held & { readonly index: number }) | null {
  const index = random.below(model.now.operations.length);
  const operation = model.now.operations[index];
  return operation === undefined ? null : { ...operation, index };
}

function moved(content: Content, from: number, to: number): Partial<Content> {
  const { operations } = content;
  return { operations: operations.toSpliced(from, 1).toSpliced(to, 0, ...operations.slice(from, from + 1)) };
}

function checkIndex(answer: Json, index: number): void {
  if (answer.index !== index) throw new Error(`The answer ${JSON.stringify(answer)} should have the index ${index}.`);
}

function move(editing: Editing): Edit | null {
  const { model, random } = editing;
  const [operation, other] = [some(editing), some(editing)];
  if (operation === null || other === null) return null;
  const { operationId, index: from } = operation;
  const others = model.now.operations.toSpliced(from, 1);
  const beside = others.findIndex((each) => each.operationId === other.operationId);
  const kind = beside === -1 ? 'index' : (random.of(['index', 'before', 'after'] as const) ?? 'index');
  const index = { index: other.index, before: beside, after: beside + 1 }[kind];
  return {
    ...{ name: `move ${kind}`, method: 'POST', path: `/operations/${operationId}/move`, status: 200 },
    body: { [kind]: kind === 'index' ? index : other.operationId },
    apply(answer) {
      checkIndex(answer, index);
      model.change(moved(model.now, from, index));
    },
  };
}

function replace(editing: Editing): Edit | null {
  const { model } = editing;
  const target = some(editing);
  if (target === null) return null;
  const { operationId, index } = target;
  const fields = fieldsOf(editing);
  return {
    ...{ name: 'replace', method: 'PUT', path: `/operations/${operationId}`, status: 200 },
    body: fields,
    apply(answer) {
      checkIndex(answer, index);
      model.change({ operations: model.now.operations.with(index, { operationId, fields }) });
    },
  };
}

function step(kind: 'undo' | 'redo'): Make {
  return ({ model }) => {
    const isThere = model.steps[kind] > 0;
    return {
      ...{ name: kind, method: 'POST', path: `/${kind}`, status: isThere ? 200 : 409 },
      apply: isThere ? () => model[kind]() : null,
    };
  };
}

function patch({ model, random, number }: Editing): Edit {
  const { document, output } = model.now;
  const css = random.next() < 0.5 ? null : `p { order: ${number} }`;
  const rest = without(document, 'css');
  return {
    ...{ name: 'patch', method: 'PATCH', path: '', status: 200 },
    body: { document: { title: `Title ${number}`, css }, output: { filename: `${number}.pdf` }, ttl: '2h' },
    apply: () =>
      model.change({
        document: { ...rest, title: `Title ${number}`, ...(css !== null && { css }) },
        output: { ...output, filename: `${number}.pdf` },
      }),
  };
}

function putAsset({ model, random, number }: Editing): Edit {
  const name = random.of(names) ?? 'logo';
  const { assets } = model.now;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 1"><title>${number}</title></svg>`;
  const body = Buffer.from(name.endsWith('.css') ? `/* ${number} */` : svg);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return {
    ...{ name: 'put asset', method: 'PUT', path: `/assets/${name}`, body, status: name in assets ? 200 : 201 },
    apply(answer) {
      if (answer.sha256 !== sha256)
        throw new Error(`The digest ${String(answer.sha256)} is not that of what was sent.`);
      model.changeAssets({ ...model.now.assets, [name]: sha256 });
    },
  };
}

function deleteAsset({ model, random }: Editing): Edit {
  const name = random.of(names) ?? 'logo';
  const isThere = name in model.now.assets;
  const status = isThere ? (model.isUsed(name) ? 409 : 204) : 404;
  const rest = without(model.now.assets, name);
  const apply = status === 204 ? () => model.changeAssets(rest) : null;
  return { name: 'delete asset', method: 'DELETE', path: `/assets/${name}`, status, apply };
}

function fork({ model, random }: Editing): Edit {
  const revision = random.next() < 0.3 ? null : random.below(model.revision + 2);
  const isRetained = revision === null || (revision >= model.oldest && revision <= model.revision);
  return {
    ...{ name: 'fork', method: 'POST', path: '/fork', status: isRetained ? 201 : 409, apply: null },
    ...(revision !== null && { body: { revision } }),
    ...(isRetained && { forks: revision ?? model.revision }),
  };
}

const makes: readonly Make[] = [
  (editing) => insertion(editing, 'append', { count: 1, at: editing.model.now.operations.length }),
  (editing) => insertion(editing, 'append', { count: 1, at: editing.model.now.operations.length }),
  (editing) =>
    insertion(editing, 'append several', {
      count: 2 + editing.random.below(3),
      at: editing.model.now.operations.length,
    }),
  (editing) => {
    const beside = some(editing);
    if (beside === null) return null;
    const { index: at, operationId } = beside;
    return editing.random.next() < 0.5
      ? insertion(editing, 'insert before', { count: 1, at, query: `?before=${operationId}` })
      : insertion(editing, 'insert after', { count: 2, at: at + 1, query: `?after=${operationId}` });
  },
  replace,
  (editing) => {
    const target = some(editing);
    if (target === null) return null;
    const { model } = editing;
    const path = `/operations/${target.operationId}`;
    const apply = () => model.change({ operations: model.now.operations.toSpliced(target.index, 1) });
    return { name: 'delete', method: 'DELETE', path, status: 204, apply };
  },
  () => ({ name: 'delete nothing', method: 'DELETE', path: `/operations/${nobody}`, status: 404, apply: null }),
  move,
  move,
  step('undo'),
  step('undo'),
  step('redo'),
  patch,
  putAsset,
  deleteAsset,
  fork,
];

const nobody = '00000000-0000-4000-8000-000000000000';

/** An edit of any kind that is possible now. */
export function editOf(editing: Editing): Edit {
  for (;;) {
    const edit = editing.random.of(makes)?.(editing);
    if (edit !== null && edit !== undefined) return edit;
  }
}

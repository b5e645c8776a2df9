import { createHash } from 'node:crypto';
import { type Stored, InputDocument } from '../../editions/input-document.ts';
import type { Tool } from '../../editions/edition.ts';
import { stepsOf } from '../../editions/steps.ts';
import { AppError, type PlainAppError } from '../../problems.ts';
import { bytesOf } from '../../render/compose/assets.ts';
import type { Outcome } from './read.ts';
import type { GivenFile } from './received.ts';

/** A file as a thread knows it: all but its bytes, which stay where they are. */
export interface FileAbout extends Omit<GivenFile, 'stored'> {
  readonly size: number;
  readonly sha256: string;
}

type Path = readonly (string | number)[];

/** A value of a valid request that does not cross processes, with its path there. */
interface WithheldValue {
  readonly path: Path;
  /** A document that came as a file, or (`bytes`) as text in the JSON; the bytes of a file. */
  readonly what:
    | { readonly document: string; readonly name: string | null }
    | { readonly bytes: Uint8Array; readonly sha256: string }
    | { readonly file: string };
}

/** An outcome as it crosses processes. */
export type CrossedOutcome =
  { readonly request: unknown; readonly places: readonly WithheldValue[] } | { readonly problem: PlainAppError };

/** A file as it crosses to a thread: its facts, without its bytes. */
export function aboutFile({ stored, ...file }: GivenFile): FileAbout {
  return {
    field: file.field,
    filename: file.filename,
    contentType: file.contentType,
    size: stored.size,
    sha256: stored.sha256,
  };
}

/** Files that replace those of the request while it is read elsewhere. */
export class StandIns {
  readonly files: readonly GivenFile[];
  /** The digests of the files by the arrays that replace their bytes. */
  readonly #digests = new WeakMap<object, string>();

  constructor(about: readonly FileAbout[]) {
    this.files = about.map(({ size, sha256, ...file }) => ({
      ...file,
      stored: { size, sha256, bytes: () => Promise.resolve(this.#bytesOf(sha256)) },
    }));
  }

  /**
   * Removes the values that do not cross from a valid request, which it changes, and packs it, unless it uses one of
   * the tools `unpacked`.
   */
  outcome(outcome: Outcome, tool: Read, unpacked: readonly string[]): CrossedOutcome {
    if ('problem' in outcome) return { problem: outcome.problem.toPlain() };
    const packs = !unpacked.includes(tool.name) && !usesOneOf(unpacked, outcome.request, tool);
    const request = packs && tool.pack ? tool.pack(outcome.request) : outcome.request;
    readDocuments(request, tool);
    const places: WithheldValue[] = [];
    this.#take(request, [], places);
    return { request, places };
  }

  #bytesOf(sha256: string): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(1); // so that no file has the size 0
    this.#digests.set(bytes, sha256);
    return bytes;
  }

  #take(value: unknown, path: Path, places: WithheldValue[]): void {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    for (const [key, child] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      const what = this.#whatOf(child);
      if (what === null) this.#take(child, at, places);
      else {
        places.push({ path: at, what });
        (value as Record<string, unknown>)[key] = null;
      }
    }
  }

  #whatOf(value: unknown): WithheldValue['what'] | null {
    if (value instanceof ReadDocument) return { bytes: value.data, sha256: value.sha256 };
    if (value instanceof InputDocument) return { document: value.sha256, name: value.name };
    const file = typeof value === 'object' && value !== null ? this.#digests.get(value) : undefined;
    return file === undefined ? null : { file };
  }
}

/** A document that stood in the JSON. */
class ReadDocument {
  readonly data: Uint8Array;
  readonly sha256: string;

  constructor(data: Uint8Array) {
    this.data = data;
    this.sha256 = createHash('sha256').update(data).digest('hex');
  }
}

interface Documents {
  readonly document?: { data?: unknown };
  readonly documents?: readonly { data?: unknown }[];
}

/** A tool, as far as its requests are read. */
type Read = Pick<Tool, 'name' | 'documents' | 'madeOf' | 'pack'>;

function usesOneOf(names: readonly string[], request: unknown, tool: Read): boolean {
  return stepsOf(request, tool).some((step) => names.includes(step.tool.name));
}

/** Base64 of documents becomes bytes. */
function readDocuments(request: unknown, tool: Read): void {
  for (const step of stepsOf(request, tool)) readDocuments(step.input, step.tool);
  if (tool.documents === undefined) return;
  const { document, documents = [] } = request as Documents;
  for (const one of document === undefined ? documents : [document])
    if (typeof one.data === 'string') one.data = new ReadDocument(bytesOf(one.data) ?? new Uint8Array());
}

/** The outcome with the values that did not cross in their places again. */
export async function arrived(crossed: CrossedOutcome, files: readonly GivenFile[]): Promise<Outcome> {
  if ('problem' in crossed) return { problem: AppError.fromPlain(crossed.problem) };
  const stored = new Map(files.map((file) => [file.stored.sha256, file.stored]));
  for (const { path, what } of crossed.places) put(crossed.request, path, await valueOf(what, stored));
  return { request: crossed.request };
}

async function valueOf(what: WithheldValue['what'], files: ReadonlyMap<string, Stored>): Promise<unknown> {
  if ('bytes' in what)
    return new InputDocument({
      size: what.bytes.byteLength,
      sha256: what.sha256,
      bytes: () => Promise.resolve(new Uint8Array(what.bytes)),
    });
  const stored = files.get('file' in what ? what.file : what.document);
  if (stored === undefined) throw new Error('A request that was read on a thread names a file that it did not bring.');
  return 'file' in what ? stored.bytes() : new InputDocument(stored, what.name);
}

function put(root: unknown, path: Path, value: unknown): void {
  const parent = path.slice(0, -1).reduce((inner, key) => (inner as Record<string, unknown>)[key], root);
  (parent as Record<string, unknown>)[path.at(-1) ?? ''] = value;
}

import { invalidRequest, pointer as pointerOf, sentenceOf } from '../../input/input.ts';
import { AppError } from '../../problems.ts';
import type { Warning } from '../model/types/warning.ts';
import { decodeHtml, utf8Script, utf8StyleSheet } from './decode.ts';
import { fileTree } from './file-tree.ts';

/** A file that came with a request. */
export interface ReceivedFile {
  readonly filename: string;
  /** With its parameters. */
  readonly contentType: string;
  readonly data: Uint8Array;
  /** True where it is the whole body of the request, and no part of it. */
  readonly isBody?: boolean;
}

/** The origin of a document that came as a file. */
export interface HtmlSource {
  /** The folder that it was in, with a slash at its end; `''` = the root of the files. */
  readonly folder: string;
  /** Where the sender wrote it: the body as a whole (`''`), or the part `files`. */
  readonly pointer: '' | '/files';
  readonly warnings: readonly Warning[];
}

/** The body of a render that was made of an HTML document and the files beside it. */
export class HtmlRequest {
  /** The equivalent JSON body. */
  readonly body: unknown;
  readonly source: HtmlSource;

  constructor(body: unknown, source: HtmlSource) {
    this.body = body;
    this.source = source;
  }

  /** Of the body. */
  get dryRun(): unknown {
    return (this.body as { dryRun?: unknown }).dryRun;
  }
}

/**
 * The one operation that prints a document which was sent as a file. All of its options, such as the treatment of a
 * fragment, are set here.
 */
const printing = (html: string) => ({ op: 'add_html', html, as: 'document' });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The request of files, one of which is the document; `options` is the body without `operations`. Options that are no
 * objects stay as they are, for validation to report. Throws AppError `invalid-request`.
 */
export async function htmlRequest(options: unknown, files: readonly ReceivedFile[]): Promise<unknown> {
  if (!isObject(options)) return options;
  if ('operations' in options)
    throw invalidRequest([
      {
        pointer: '/operations',
        message: '`operations` do not go with an HTML document as the body or as one of `files`',
      },
    ]);
  const tree = fileTree(files);
  if (!('page' in tree)) throw invalidRequest(tree);
  const { page, folder, others } = tree;
  const pointer = page.isBody === true ? '' : '/files';
  if (page.data.byteLength === 0) throw invalidRequest([{ pointer, message: 'the HTML document is empty' }]);
  const { text, encoding, isGuessed } = await decodeHtml(page.data, charsetOf(page));
  const assets: (readonly [name: string, data: Uint8Array])[] = [];
  for (const { file, path } of others) assets.push([path, await utf8Of(file, path, encoding)]);
  const document = withAssets(options.document, assets);
  const body = { ...options, ...(document !== undefined && { document }), operations: [printing(text)] };
  return new HtmlRequest(body, { folder, pointer, warnings: isGuessed ? [{ ...guessed(encoding), pointer }] : [] });
}

/** The same places where they are in the one operation of such a request, as places that the sender wrote. */
export function inSource<T extends { readonly pointer?: string }>(found: readonly T[], { pointer }: HtmlSource): T[] {
  return found.map((one) =>
    one.pointer !== undefined && operationPointer.test(one.pointer)
      ? { ...one, pointer: one.pointer.replace(operationPointer, pointer) }
      : one,
  );
}

/** The operation that is made of the HTML, or a field of it. */
const operationPointer = /^\/operations\/0(?:\/.*)?$/;

/** The problem of such a request, with places that the sender wrote. */
export function problemInSource(error: unknown, source: HtmlSource): unknown {
  if (!(error instanceof AppError) || error.errors.length === 0) return error;
  const { slug, message, extra, headers, cause } = error;
  const errors = inSource(error.errors, source);
  const detail = message === sentenceOf(error.errors) ? sentenceOf(errors) : message;
  return new AppError(slug, detail, { errors, extra, headers, cause });
}

function guessed(encoding: string): Warning {
  return {
    code: 'encoding-guessed',
    message:
      `Nothing states the encoding of the HTML, and it is not UTF-8: it is read as ${encoding}. State it with ` +
      `\`charset\` in its Content-Type, or with \`<meta charset>\`.`,
  };
}

/** `charset` of a Content-Type (RFC 9110, 8.3.2). */
function charsetOf({ contentType }: ReceivedFile): string | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** Text in another encoding than UTF-8 becomes UTF-8; the document is UTF-8 by now, and its files are read as it is. */
function utf8Of(file: ReceivedFile, path: string, encoding: string): Promise<Uint8Array> | Uint8Array {
  const type = /^text\/css\b/i.test(file.contentType)
    ? 'css'
    : /\.(css|js)$/i.exec(path.split('?', 1)[0] ?? '')?.[1]?.toLowerCase();
  if (type === 'css') return utf8StyleSheet(file.data, charsetOf(file), encoding);
  return type === 'js' ? utf8Script(file.data, charsetOf(file), encoding) : file.data;
}

/**
 * `document` of a request with these files among its assets. Throws AppError `invalid-request` where an asset of the
 * same name exists.
 */
export function withAssets(document: unknown, files: readonly (readonly [name: string, data: Uint8Array])[]): unknown {
  if (files.length === 0 || (document !== undefined && !isObject(document))) return document;
  const { assets = {} } = document ?? {};
  if (!isObject(assets)) return document;
  const names = new Set(Object.keys(assets));
  const mistakes = files.flatMap(([name]) => {
    const isTaken = names.has(name);
    names.add(name);
    return isTaken
      ? [{ pointer: pointerOf(['document', 'assets', name]), message: `there are two assets of the name '${name}'` }]
      : [];
  });
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  return { ...document, assets: { ...assets, ...Object.fromEntries(files) } };
}

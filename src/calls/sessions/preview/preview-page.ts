import { createHash } from 'node:crypto';
import type { ImageType } from '../../../context.ts';
import type { ImagesResult, Tool } from '../../../editions/edition.ts';
import { InputDocument } from '../../../editions/input-document.ts';
import { FairQueue } from '../../../fair-queue.ts';
import { AppError } from '../../../problems.ts';
import type { Session } from '../../../store/facets/sessions.ts';
import type { RenderRequest } from '../../../render/model/types/render-request.ts';
import { contextOf, type Caller } from '../../caller.ts';
import { nothingToRender, requestOf, type RenderSessionDeps } from '../render-session.ts';
import { PrintCache } from './print-cache.ts';
import type { Layout } from './layout.ts';
import type { Shown } from './log/logged-content.ts';
import { RunPrinter } from './print-runs.ts';
import { Runs } from './runs.ts';
import { SessionLog } from './log/session-log.ts';
import { showRun } from './show-run.ts';

/** Pages of one client that are drawn at a time; its others wait in order. */
const drawnAtOnce = 4;

/** The page of a session that is shown as an image. */
export interface PageWanted {
  readonly page: number;
  readonly type: ImageType;
  /** The size of the image, as `rasterize` takes it. */
  readonly size: { readonly width?: number; readonly dpi?: number };
}

/** The whole document as one file. */
interface Whole {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly filename: string;
}

/** The pages of a session: as runs, of which only those that changed are printed, or the whole document. */
type Printed = { readonly layout: Layout; readonly pdf: null } | Whole;

/** A page in a file. */
interface Found {
  readonly pdf: Uint8Array;
  readonly page: number;
  readonly password?: string | undefined;
}

/** Shows pages of sessions as images. The print of a content is made once for all of its pages. */
export class PagePreviews {
  readonly #deps: RenderSessionDeps;
  readonly #rasterize: Tool;
  readonly #prints = new PrintCache<Printed>();
  readonly #runs = new Runs();
  readonly #printer: RunPrinter;
  readonly #turns = new FairQueue({ placesPerClient: drawnAtOnce });

  constructor(deps: RenderSessionDeps, rasterize: Tool) {
    this.#deps = deps;
    this.#rasterize = rasterize;
    this.#printer = new RunPrinter(deps, this.#runs);
  }

  /** Forgets the prints of a session that was deleted. */
  forget(sessionId: string): void {
    this.#prints.drop(sessionId);
    this.#runs.drop(sessionId);
  }

  /**
   * Draws a page of the session as it was found. Throws AppError `nothing-to-render`, `page-out-of-range`,
   * `limit-exceeded`, and what a render of the session throws.
   */
  draw(caller: Caller, session: Session, { page, type, size }: PageWanted): Promise<ImagesResult> {
    if (session.operations === 0) throw nothingToRender();
    const { client } = caller.principal;
    return this.#turns.run({ client, signal: caller.signal }, async () => {
      const { sessions } = this.#deps;
      const shown = { session, assets: await sessions.assets(session), log: await sessions.operations(session) };
      const printed = await this.#print(caller, shown);
      const pages = printed.pdf === null ? printed.layout.chosen.length : printed.pages;
      if (page < 1 || page > pages) throw outOfRange(page, pages);
      const { encryption, filename } = JSON.parse(session.output) as Output;
      const run =
        printed.pdf === null
          ? await showRun(this.#deps, caller, { shown, ...printed, page: printed.layout.chosen[page - 1] ?? page })
          : null;
      const whole = async () => (printed.pdf === null ? await this.#whole(caller, shown) : printed);
      const found: Found = run ?? { pdf: (await whole()).pdf, page, password: encryption?.userPassword };
      const request = {
        document: { data: documentOf(found, filename) },
        ...(found.password !== undefined && { password: found.password }),
        ...{ pages: String(found.page), transparent: false, annotations: true, forms: true, ...size },
      };
      const context = { ...contextOf(caller), imageType: type, images: true };
      const drawn = await this.#rasterize.run(request, this.#deps.services, context);
      if (drawn.kind !== 'images') throw new Error('The tool `rasterize` made no images.');
      return named(drawn, { page, pages });
    });
  }

  /** Requests for the same content that arrive together share its print. */
  async #print(caller: Caller, shown: Shown): Promise<Printed> {
    const { session } = shown;
    const { approvals, gate, tool } = this.#deps;
    const log = approvals.requires({ tool, request: {} }) ? null : SessionLog.of(session, shown);
    const key = { sessionId: session.id, digest: log?.digest ?? digestOf(shown), expiresAt: session.expiresAt };
    return this.#prints.get(key, caller.signal, (signal) => {
      const own = { ...caller, signal };
      return gate.run({ client: caller.principal.client, signal }, async () => {
        const layout = log === null ? null : await this.#printer.layout(own, shown, log);
        return layout === null ? this.#whole(own, shown) : { layout, pdf: null };
      });
    });
  }

  async #whole(caller: Caller, shown: Shown): Promise<Whole> {
    const { tool, services, approvals } = this.#deps;
    const replayed = await requestOf(this.#deps, caller, { ...shown, given: {}, dryRun: false });
    const request = approvals.requires({ tool, request: {} }) ? replayed : withoutJudgement(replayed);
    const render = async () => tool.run(request, services, { ...contextOf(caller), reports: false });
    const stored = () => ({ status: 200, headers: {}, body: new Uint8Array() });
    const result = await approvals.run(caller, { tool, request }, { do: render, stored });
    if (result.kind !== 'document') throw new Error('The tool `render` made no document.');
    return { pdf: result.pdf, pages: result.pages, filename: result.filename };
  }
}

/** The request without what only a render decides: whether its document is good enough. */
function withoutJudgement(request: RenderRequest): RenderRequest {
  const fields = Object.entries(request.output).filter(([name]) => name !== 'conformance' && name !== 'failOn');
  return { ...request, output: Object.fromEntries(fields) as unknown as RenderRequest['output'] };
}

interface Output {
  readonly encryption?: { readonly userPassword?: string };
  readonly filename?: string;
}

/** The digest of all that a print depends on: undoing a change gives the digest from before. */
function digestOf({ session: { document, output }, log, assets }: Shown): string {
  const hash = createHash('sha256');
  const add = (part: string | Uint8Array) => hash.update(`${Buffer.byteLength(part)}:`).update(part);
  for (const part of [document, output]) add(part);
  for (const { name, blob } of assets) add(`${name} ${blob.sha256}`);
  add('operations');
  for (const operation of log) add(operation);
  return hash.digest('hex');
}

/** Each reading is a copy, because drawing frees the memory. */
function documentOf({ pdf }: Pick<Found, 'pdf'>, filename = 'document.pdf'): InputDocument {
  const stored = { size: pdf.byteLength, sha256: '', bytes: () => Promise.resolve(new Uint8Array(pdf)) };
  return new InputDocument(stored, filename);
}

/** The image of one page with the number that it has in the document. */
function named(drawn: ImagesResult, { page, pages }: { readonly page: number; readonly pages: number }): ImagesResult {
  return { ...drawn, pages, images: drawn.images.map((image) => ({ ...image, page })) };
}

function outOfRange(page: number, pages: number): AppError {
  const message = `there is no page ${page}: the document of the session has ${pages}`;
  return new AppError('page-out-of-range', `The session has no page ${page}; its document has ${pages}.`, {
    errors: [{ pointer: '/page', message }],
  });
}

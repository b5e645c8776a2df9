import { createHash } from 'node:crypto';
import type { ImageType } from '../../../context.ts';
import type { ImagesResult, Tool } from '../../../editions/edition.ts';
import { InputDocument } from '../../../editions/input-document.ts';
import { FairQueue } from '../../../fair-queue.ts';
import { AppError } from '../../../problems.ts';
import type { Session, SessionAsset } from '../../../store/facets/sessions.ts';
import { contextOf, type Caller } from '../../caller.ts';
import { nothingToRender, requestOf, type RenderSessionDeps } from '../render-session.ts';
import { PrintCache, type Print } from './print-cache.ts';

/** Pages of one client that are drawn at a time; its others wait in order. */
const drawnAtOnce = 4;

/** The page of a session that is shown as an image. */
export interface PageWanted {
  readonly page: number;
  readonly type: ImageType;
  /** The size of the image, as `rasterize` takes it. */
  readonly size: { readonly width?: number; readonly dpi?: number };
}

interface Content {
  readonly log: readonly Uint8Array[];
  readonly assets: readonly SessionAsset[];
}

/** Shows pages of sessions as images. The print of a content is made once for all of its pages. */
export class PagePreviews {
  readonly #deps: RenderSessionDeps;
  readonly #rasterize: Tool;
  readonly #prints = new PrintCache();
  readonly #turns = new FairQueue({ placesPerClient: drawnAtOnce });

  constructor(deps: RenderSessionDeps, rasterize: Tool) {
    this.#deps = deps;
    this.#rasterize = rasterize;
  }

  /** Forgets the prints of a session that was deleted. */
  forget(sessionId: string): void {
    this.#prints.drop(sessionId);
  }

  /**
   * Draws a page of the session as it was found. Throws AppError `nothing-to-render`, `page-out-of-range`,
   * `limit-exceeded`, and what a render of the session throws.
   */
  draw(caller: Caller, session: Session, { page, type, size }: PageWanted): Promise<ImagesResult> {
    if (session.operations === 0) throw nothingToRender();
    const { client } = caller.principal;
    return this.#turns.run({ client, signal: caller.signal }, async () => {
      const print = await this.#print(caller, session);
      if (page < 1 || page > print.pages) throw outOfRange(page, print.pages);
      const { encryption } = JSON.parse(session.output) as { encryption?: { userPassword?: string } };
      const request = {
        document: { data: documentOf(print) },
        ...(encryption?.userPassword !== undefined && { password: encryption.userPassword }),
        ...{ pages: String(page), transparent: false, annotations: true, forms: true, ...size },
      };
      const context = { ...contextOf(caller), imageType: type, images: true };
      const drawn = await this.#rasterize.run(request, this.#deps.services, context);
      if (drawn.kind !== 'images') throw new Error('The tool `rasterize` made no images.');
      return drawn;
    });
  }

  async #print(caller: Caller, session: Session): Promise<Print> {
    const { sessions } = this.#deps;
    const content = { assets: await sessions.assets(session), log: await sessions.operations(session) };
    const key = { sessionId: session.id, digest: digestOf(session, content), expiresAt: session.expiresAt };
    return this.#prints.get(key, caller.signal, (signal) => this.#make({ ...caller, signal }, session, content));
  }

  async #make(caller: Caller, session: Session, content: Content): Promise<Print> {
    const { tool, services, approvals, gate } = this.#deps;
    const { signal, principal } = caller;
    const run = async () => {
      const request = await requestOf(this.#deps, caller, { session, ...content, given: {}, dryRun: false });
      const render = async () => tool.run(request, services, { ...contextOf(caller), reports: false });
      const stored = () => ({ status: 200, headers: {}, body: new Uint8Array() });
      const result = await approvals.run(caller, { tool, request }, { do: render, stored });
      if (result.kind !== 'document') throw new Error('The tool `render` made no document.');
      return { pdf: result.pdf, pages: result.pages, filename: result.filename };
    };
    return gate.run({ client: principal.client, signal }, run);
  }
}

/** The digest of all that a print depends on: undoing a change gives the digest from before. */
function digestOf({ document, output }: Session, { log, assets }: Content): string {
  const hash = createHash('sha256');
  const add = (part: string | Uint8Array) => hash.update(`${Buffer.byteLength(part)}:`).update(part);
  for (const part of [document, output]) add(part);
  for (const { name, blob } of assets) add(`${name} ${blob.sha256}`);
  add('operations');
  for (const operation of log) add(operation);
  return hash.digest('hex');
}

/** Each reading is a copy, because drawing frees the memory. */
function documentOf({ pdf, filename }: Print): InputDocument {
  const stored = { size: pdf.byteLength, sha256: '', bytes: () => Promise.resolve(new Uint8Array(pdf)) };
  return new InputDocument(stored, filename);
}

function outOfRange(page: number, pages: number): AppError {
  const message = `there is no page ${page}: the document of the session has ${pages}`;
  return new AppError('page-out-of-range', `The session has no page ${page}; its document has ${pages}.`, {
    errors: [{ pointer: '/page', message }],
  });
}

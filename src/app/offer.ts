import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEgress } from '../browser/network/egress.ts';
import type { Lending } from '../browser/pool.ts';
import type { Offer } from '../calls/deployment.ts';
import { installedTools } from '../calls/pipe/installed-tools.ts';
import { createReader, type Reader } from '../calls/reading/reader.ts';
import type { Config } from '../config/config.ts';
import { tiers } from '../context.ts';
import type { Edition, Services } from '../editions/edition.ts';
import { editionsFolder } from '../editions/registry.ts';
import { fontFamilies } from '../pdf/fonts/families.ts';
import { installedFonts } from '../pdf/fonts/installed-fonts.ts';
import { createStretches, type Stretches } from '../render/preview/stretches.ts';
import { createRenderer, type Renderer } from '../render/render.ts';
import { listTemplates, templateSample } from '../render/templates/templates.ts';
import { extension, type Threads } from '../threads/threads.ts';
import { bundled, fontFolders, ownFontFolders, packageVersion, templateFolders } from './package-files.ts';
import type { AppParts } from './parts.ts';

/** The offer of these editions with the templates and fonts of these settings. */
export async function offerOf(config: Config, editions: readonly Edition[]): Promise<Offer> {
  return {
    version: await packageVersion(),
    tiers: tiers.filter((tier) => editions.some((edition) => edition.name === tier)),
    editions,
    tools: installedTools(editions),
    operations: editions.flatMap((edition) => edition.operations),
    templates: (await listTemplates(templateFolders(config))).map(({ name, about, schema }) => ({
      name,
      description: about,
      data: async () => ({ schema, sample: await templateSample(name, templateFolders(config)) }),
    })),
    fonts: once(() => fontFamilies(ownFontFolders(config).map(({ path }) => path))),
  };
}

/** A function that does the work at its first call, and again only where that failed. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () =>
    (result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    }));
}

/** What makes documents: whole ones, and stretches of those that are shown while they grow. */
export interface Renderers {
  readonly renderer: Renderer;
  readonly stretches: Stretches;
}

/** The renderers of an offer, with the templates and fonts of these settings. */
export async function openRenderers(
  config: Config,
  { editions = editionsFolder, egress, partSize }: Omit<AppParts, 'log'>,
  { lending, threads }: { readonly lending: Lending; readonly threads: Threads },
  { operations, version }: Offer,
): Promise<Renderers> {
  const deps = {
    pages: lending,
    threads,
    egress: egress ?? createEgress({ allow: config.networkAllow }),
    operations,
    templates: templateFolders(config),
    fonts: installedFonts(fontFolders(config)),
    baseCss: await readFile(join(bundled('templates'), 'base.css'), 'utf8'),
    composing: { module: new URL(`../editions/compose-task${extension}`, import.meta.url), editions },
    maxPages: config.maxPages,
    partSize,
    version,
  };
  return { renderer: createRenderer(deps), stretches: createStretches(deps) };
}

/** The services that tools use, with the fonts and limits of these settings. */
export function servicesOf(config: Config, parts: Pick<Services, 'renderer' | 'stretches' | 'threads'>): Services {
  return {
    ...parts,
    fonts: fontFolders(config),
    pixels: { image: config.imagePixels, total: config.imagePixelsTotal },
  };
}

/** The reader of requests to the tools of an offer. */
export function openOwnReader(
  config: Config,
  { editions = editionsFolder }: Omit<AppParts, 'log'>,
  threads: Threads,
  { tools, operations }: Offer,
): Reader {
  return createReader({
    tools,
    operations,
    surroundings: { templates: templateFolders(config), requestTimeoutMs: config.requestTimeout },
    elsewhere: { threads, editions },
    unpacked: config.approvalRequired,
  });
}

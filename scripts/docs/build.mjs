// Apart from docs.mjs, because the import succeeds only once the packages of this folder are installed.
import { build } from 'vitepress';

/** Builds the site that `stage` wrote into a folder, for a path on its server. */
export async function buildSite(folder, base) {
  await build(import.meta.dirname, { outDir: folder, base });
}

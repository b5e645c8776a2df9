// `npm run docs`: builds the site of docs/, README.md, CHANGELOG.md and the HTTP reference into site/.
// `npm run docs -- --serve`: serves it afterwards. Unlike the other scripts it needs the packages and the Node of the
// project. VitePress is installed at the first use, from the package of its own in scripts/docs/.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mistakesOf } from './docs/check-site.mjs';
import { serveFolder } from './docs/serve.mjs';
import { stage } from './docs/stage.mjs';
import { installDependencies, siteFolder, sitePackages } from './packages.mjs';
import { root, say, stop } from './project.mjs';

const help = `npm run docs [-- OPTIONS]
  --serve          serve the site after the build, on 127.0.0.1
  --port NUMBER    the port of --serve; 4173
  --base PATH      the path of the site on its server; /
  --out FOLDER     where the site is built; site/`;

const { values } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '4173' },
    base: { type: 'string', default: '/' },
    out: { type: 'string', default: join(root, 'site') },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  say(help);
} else {
  const out = resolve(values.out);
  const pages = await stage().catch((error) => stop(error.message));
  installDependencies(siteFolder, sitePackages);
  const { buildSite } = await import('./docs/build.mjs');
  await buildSite(out, values.base).catch((error) => stop(error.message));
  const mistakes = values.base === '/' ? mistakesOf(out) : [];
  if (mistakes.length > 0) stop(['The site has mistakes:', ...mistakes]);
  say(`${pages.length} pages in ${out}`);
  if (values.serve) {
    const { address } = await serveFolder(out, Number(values.port));
    say(`${address} serves them; Ctrl+C ends it.`);
    say(`For "Try it": SERVICE_CORS_ORIGINS=${address} npm start`);
  }
}

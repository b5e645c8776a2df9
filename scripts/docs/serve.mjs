import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The file that an address names, as servers of static files find it: `/jobs` is `jobs.html`, `/` is `index.html`. */
function fileOf(folder, address) {
  const path = normalize(decodeURIComponent(new URL(address, 'http://site').pathname));
  const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  return names.map((name) => join(folder, name)).find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** Serves the files of a folder on loopback; resolves with the address and a function that stops it. */
export async function serveFolder(folder, port) {
  const server = createServer((request, response) => {
    let file;
    try {
      file = fileOf(folder, request.url);
    } catch {
      file = undefined; // an address that is none
    }
    if (file === undefined)
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${server.address().port}`, stop };
}

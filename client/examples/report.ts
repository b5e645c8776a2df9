// The JSON representation: the document with a report about it.
import { Colophon, fromBase64 } from '@colophon/client';
import { writeFile } from 'node:fs/promises';

const colophon = new Colophon({ baseUrl: 'http://127.0.0.1:8080', key: process.env.COLOPHON_KEY });

const answer = await colophon.render(
  { operations: [{ op: 'add_html', html: '<p>Hello</p><img src="missing.png" alt="A logo">' }] },
  { as: 'json' },
);
for (const { code, message } of answer.report.warnings ?? []) console.log(`${code}: ${message}`);
await writeFile('report.pdf', fromBase64(answer.document.data));
console.log(`${answer.document.pages} page`);

// Merges two files that are streamed from the disk, and reads the text of the result.
import { Colophon } from '@colophon/client';
import { file, save } from '@colophon/client/node';

const colophon = new Colophon({ baseUrl: 'http://127.0.0.1:8080', key: process.env.COLOPHON_KEY });

for (const name of ['report', 'annex'])
  await save(await colophon.render({ operations: [{ op: 'add_heading', text: `The ${name}` }] }), `${name}.pdf`);

const merged = await colophon.merge({
  documents: [await file('report.pdf'), { data: await file('annex.pdf'), pages: '1', title: 'Annex' }],
  outline: 'perDocument',
});
console.log(`${merged.pages} pages`);
await save(merged, 'both.pdf');

const { pages } = await colophon.extractText({ document: await file('both.pdf') });
console.log(pages.map(({ text }) => text).join(', '));

import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { installedTools } from '../../src/calls/pipe/installed-tools.ts';
import { editionsFolder, loadEditions } from '../../src/editions/registry.ts';
import { called, readPdf, stdioClient } from '../support/mcp.ts';
import type { Json } from '../support/service.ts';

const tools = installedTools(await loadEditions(editionsFolder));

describe('The tools over MCP on standard input and output', () => {
  const root = mkdtempSync(join(tmpdir(), 'colophon-root-'));
  let client: Client;
  before(async () => {
    client = await stdioClient(root);
  });
  after(async () => {
    await client.close();
    rmSync(root, { recursive: true, force: true });
  });

  for (const tool of tools)
    for (const [name, example] of Object.entries(tool.examples))
      it(`run: ${tool.name}, with the example '${name}'`, async () => {
        const { isError, json, links } = await called(client, tool.name, example as Record<string, unknown>);
        expect(isError, JSON.stringify(json)).to.equal(false);
        for (const link of links) expect((await readPdf(client, link)).subarray(0, 5).toString()).to.equal('%PDF-');
        expect(links).to.deep.equal(
          [json.document ?? [], json.documents ?? []].flat().map(({ uri }: Json) => uri ?? []),
        );
      });

  it('take files below the root, and write their documents there', async () => {
    const made = await called(client, 'render', {
      operations: [{ op: 'add_text', text: 'one' }, { op: 'add_page' }, { op: 'add_text', text: 'two' }],
      saveTo: 'made/doc.pdf',
    });
    expect(made.json.document.path).to.equal(join(root, 'made/doc.pdf'));
    expect(readFileSync(join(root, 'made/doc.pdf')).byteLength).to.equal(made.json.document.bytes);
    const parts = await called(client, 'split', { document: { path: 'made/doc.pdf' }, every: 1, saveTo: 'parts' });
    expect(parts.json.documents.map(({ path }: Json) => path)).to.deep.equal([
      join(root, 'parts/doc-1.pdf'),
      join(root, 'parts/doc-2.pdf'),
    ]);
    const [first] = parts.json.documents;
    const merged = await called(client, 'merge', {
      documents: [{ path: join(root, 'parts/doc-2.pdf') }, { uri: first.uri }, { path: 'made/doc.pdf', pages: '1' }],
    });
    expect(merged.json.document.pages).to.equal(3);
    const inserted = await called(client, 'render', { operations: [{ op: 'add_pdf', path: 'made/doc.pdf' }] });
    expect(inserted.json.document.pages).to.equal(2);
    const paper = await called(client, 'check-accessibility', {
      document: { path: 'made/doc.pdf' },
      saveTo: 'a11y.pdf',
    });
    expect(readFileSync(join(root, 'a11y.pdf')).byteLength).to.equal(paper.json.document.bytes);
  });

  it('run one after the other in a pipe, with files and results as documents', async () => {
    const page = { operations: [{ op: 'add_text', text: 'of a step' }] };
    const { json } = await called(client, 'render', { ...page, saveTo: 'piped.pdf' });
    const steps = [
      { tool: 'render', input: page },
      { tool: 'merge', input: { documents: [{ step: 0 }, { path: 'piped.pdf' }, { uri: json.document.uri }] } },
      { tool: 'split', input: { document: { step: 1 }, every: 1 } },
    ];
    const done = await called(client, 'pipe', { steps, saveTo: 'pipe' });
    expect(done.isError, JSON.stringify(done.json)).to.equal(false);
    expect(done.json.documents.map(({ path }: Json) => path.startsWith(join(root, 'pipe/')))).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(done.json.reports).to.have.length(3);
    const wrong = await called(client, 'pipe', {
      steps: [...steps, { tool: 'merge', input: { documents: [{ path: '..' }] } }],
    });
    expect(wrong.json.errors[0].pointer).to.equal('/steps/3/input/documents/0/path');
  });

  it('replace a file that they have written, and no other', async () => {
    const render = (words: string, saveTo: string) =>
      called(client, 'render', { operations: [{ op: 'add_text', text: words }], saveTo });
    await render('first', 'again.pdf');
    const second = await render('second, longer', 'again.pdf');
    expect(readFileSync(join(root, 'again.pdf')).byteLength).to.equal(second.json.document.bytes);
    writeFileSync(join(root, 'again.pdf'), 'of a person');
    writeFileSync(join(root, 'theirs.pdf'), 'of a person');
    for (const name of ['again.pdf', 'theirs.pdf']) {
      const { isError, json } = await render('third', name);
      expect(isError).to.equal(true);
      expect(json.errors[0].pointer).to.equal('/saveTo');
      expect(json.detail).to.include('exists already');
      expect(readFileSync(join(root, name), 'utf8')).to.equal('of a person');
    }
  });

  it('do no work for a path that cannot be written', async () => {
    for (const [tool, saveTo] of [
      ['render', '../out.pdf'],
      ['split', '/etc/parts'],
    ] as const) {
      const given = tools.find(({ name }) => name === tool)?.examples;
      const example = Object.values(given ?? {})[0] as Record<string, unknown>;
      const before = (await client.listResources()).resources.length;
      const { json } = await called(client, tool, { ...example, saveTo });
      expect(json.errors).to.deep.equal([
        { pointer: '/saveTo', message: `\`saveTo\` leads out of the root folder: ${saveTo}` },
      ]);
      expect((await client.listResources()).resources).to.have.length(before);
    }
  });

  it('report what is wrong with a path beside the other mistakes', async () => {
    const { json } = await called(client, 'split', { document: { path: 'missing.pdf' }, every: 'two' });
    expect(json.errors.map(({ pointer }: Json) => pointer)).to.have.members(['/document/path', '/every']);
    expect(json.errors[0].message).to.equal('`path` does not exist: missing.pdf');
  });

  it('report mistakes in the terms of the protocol: what a document is here, and its own arguments', async () => {
    const messagesOf = async (tool: string, given: object) =>
      (await called(client, tool, { ...given })).json.errors.map(({ message }: Json) => message);
    expect(await messagesOf('merge', { documents: ['a.pdf', { path: 'missing.pdf' }] })).to.include(
      '`documents[0]` must be an object, not a text; its fields are `path`, `uri`, `data`, `pages`, `password`, `title`',
    );
    const operations = [{ op: 'add_text', text: 'x' }];
    expect(await messagesOf('render', { operations, saveto: 'x.pdf', zzz: 1 })).to.have.members([
      '`saveto` is not allowed; did you mean `saveTo`?',
      '`zzz` is not allowed; the fields are `operations`, `document`, `output`, `dryRun`, `saveTo`',
    ]);
    const { json } = await called(client, 'extract_text', {});
    expect(json.detail).to.equal("There is no tool 'extract_text'. Did you mean `extract-text`? tools/list names all.");
  });

  it('draw pages as images: for the model to see, or as files', async () => {
    await called(client, 'render', {
      operations: [{ op: 'add_text', text: 'one' }, { op: 'add_page' }],
      saveTo: 'drawn.pdf',
    });
    const given = { document: { path: 'drawn.pdf' }, width: 40 };
    const { json } = await called(client, 'rasterize', given);
    expect(json.images.map((image: Json) => Object.keys(image).sort())).to.deep.equal(
      Array.from({ length: 2 }, () => ['bytes', 'contentType', 'filename', 'height', 'page', 'sha256', 'width']),
    );
    const saved = await called(client, 'rasterize', { ...given, saveTo: 'drawn' });
    expect(saved.json.images.map(({ path }: Json) => path)).to.deep.equal([
      join(root, 'drawn/drawn-1.png'),
      join(root, 'drawn/drawn-2.png'),
    ]);
  });

  it('report progress and stop when they are cancelled', async () => {
    const operations = Array.from({ length: 3000 }, (_, index) => ({
      op: 'add_text',
      text: `line ${index} `.repeat(20),
    }));
    const cancel = new AbortController();
    const seen: number[] = [];
    const call = called(
      client,
      'render',
      { operations, saveTo: 'cancelled.pdf' },
      {
        signal: cancel.signal,
        onprogress({ progress }) {
          seen.push(progress);
          cancel.abort();
        },
      },
    );
    expect(await call.catch((error: unknown) => error)).to.be.an('error');
    expect(seen).to.have.length.above(0);
    expect((await called(client, 'render', { operations: operations.slice(0, 1) })).isError).to.equal(false);
    expect(() => readFileSync(join(root, 'cancelled.pdf'))).to.throw('ENOENT');
  });

  it('offer no paths without a root', async () => {
    const bare = await stdioClient(null);
    const { tools: listed } = await bare.listTools();
    const merge = listed.find(({ name }) => name === 'merge')?.inputSchema as Json;
    expect(merge.properties.documents.items.properties).to.include.keys('uri', 'data').and.not.include.keys('path');
    expect(JSON.stringify(listed)).not.to.include('saveTo');
    const { json } = await called(bare, 'extract-text', { document: { path: 'doc.pdf' } });
    expect(json.errors[0].message).to.include('no root folder');
    const saved = await called(bare, 'render', { operations: [{ op: 'add_text', text: 'x' }], saveTo: 'x.pdf' });
    expect(saved.json.errors[0].pointer).to.equal('/saveTo');
    await bare.close();
  });
});

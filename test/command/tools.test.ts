import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openOwnCalls } from '../../src/app/own-calls.ts';
import { installedTools } from '../../src/calls/pipe/installed-tools.ts';
import { loadEditions } from '../../src/editions/registry.ts';
import { createLog } from '../../src/log.ts';
import { colophon, inProcess, workFolder } from '../support/command.ts';

const tools = installedTools(await loadEditions());

/** The beginning of an answer of each kind. */
const beginnings = {
  document: '%PDF-',
  'document-or-images': '%PDF-',
  images: '',
  documents: 'PK',
  report: '{',
  'text-report': '',
  'report-document': '{',
} as const;

describe('The command', () => {
  const folder = workFolder();
  const at = (name: string) => join(folder.path, name);
  after(() => folder.remove());

  it('runs the example of every tool, and writes nothing but its answer', async () => {
    const own = await openOwnCalls(createLog('silent'));
    const failed: string[] = [];
    try {
      for (const { name, produces, examples } of tools) {
        writeFileSync(at(`${name}.json`), JSON.stringify(Object.values(examples)[0]));
        const before = folder.names();
        const { code, stdout, stderr } = await inProcess([name, '--request', at(`${name}.json`)], '', own);
        const isAnswer = stdout.length > 0 && stdout.toString('latin1').startsWith(beginnings[produces]);
        if (code !== 0 || !isAnswer) failed.push(`${name}: ${code} ${stderr} ${stdout.toString().slice(0, 100)}`);
        expect(folder.names(), name).to.deep.equal(before);
      }
    } finally {
      await own.close();
    }
    expect(failed).to.deep.equal([]);
  });

  it('is not disturbed by the settings of a service', async () => {
    const env = {
      SERVICE_PORT: 'none',
      SERVICE_NO_SUCH: '1',
      SERVICE_CHROMIUM_PATH: '/nowhere',
      SERVICE_APPROVAL_REQUIRED: 'render',
      SERVICE_DATA_DIR: at('data'),
    };
    const { code, stderr } = await colophon(['render', 'render.json', '-o', 'set.pdf'], { cwd: folder.path, env });
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    expect(existsSync(at('data'))).to.equal(false);
  });

  it('takes options as fields, and lets them replace those of the request', async () => {
    writeFileSync(at('fields.json'), JSON.stringify({ every: 5, names: 'part-{n}.pdf' }));
    const args = ['split', 'set.pdf', '--request', 'fields.json', '--every', '1', '-o', 'parts/', '--json'];
    const { code, stdout, stderr } = await colophon(args, { cwd: folder.path });
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    const { documents } = JSON.parse(stdout.toString()) as {
      documents: { path: string; pages: number; bytes: number }[];
    };
    expect(documents.map(({ path, pages }) => [path, pages])).to.deep.equal([['parts/part-1.pdf', 1]]);
    expect(readFileSync(at('parts/part-1.pdf'))).to.have.length(documents[0]?.bytes ?? 0);
  });

  it('gives the files after the steps to a pipe, in the order in which its steps name them', async () => {
    const own = await openOwnCalls(createLog('silent'));
    const run = (...args: readonly string[]) => inProcess(args, '', own);
    try {
      const steps = [
        { tool: 'render', input: { operations: [{ op: 'add_text', text: 'of the step' }] } },
        { tool: 'merge', input: { documents: [{ pages: '1' }, { step: 0 }, {}] } },
        { tool: 'extract-text', input: { document: { step: 1 } } },
      ];
      writeFileSync(at('steps.json'), JSON.stringify({ steps }));
      for (const name of ['first', 'last']) {
        const operations = JSON.stringify([{ op: 'add_text', text: `of the ${name}` }]);
        expect((await run('render', '--operations', operations, '-o', at(`${name}.pdf`))).code).to.equal(0);
      }
      const files = [at('first.pdf'), at('last.pdf')];
      for (const args of [
        [at('steps.json'), ...files],
        [...files, '--request', at('steps.json')],
      ]) {
        const { stdout, stderr } = await run('pipe', ...args);
        expect(stderr).to.equal('');
        expect(stdout.toString().trim().split('\f')).to.deep.equal(['of the first', 'of the step', 'of the last']);
      }
      const { code, stderr } = await run('pipe', at('steps.json'), at('first.pdf'));
      expect(stderr).to.include('/steps/1/input/documents/2');
      expect(code).to.equal(2);
    } finally {
      await own.close();
    }
  });

  it('names the browser that cannot be executed, and ends with 4', async () => {
    const env = { COLOPHON_CHROMIUM: at('no-browser') };
    const { code, stderr } = await colophon(['render', 'render.json', '-o', 'no.pdf'], { cwd: folder.path, env });
    expect(stderr).to.include(`COLOPHON_CHROMIUM names '${at('no-browser')}', which cannot be executed`);
    expect(code).to.equal(4);
    expect(folder.names()).not.to.include('no.pdf');
  });
});

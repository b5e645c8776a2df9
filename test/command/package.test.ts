// Runs alone: it builds dist, which other files run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { workFolder } from '../support/command.ts';
import { textOf } from '../support/pdf.ts';

const root = join(import.meta.dirname, '../..');
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

describe('The command of the package', () => {
  const folder = workFolder();
  const modules = join(folder.path, 'app/node_modules');
  const empty = join(folder.path, 'empty');
  before(() => {
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` };
    const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder.path], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect(packed.status, packed.stderr).to.equal(0);
    mkdirSync(join(modules, 'colophon'), { recursive: true });
    mkdirSync(empty);
    const tar = spawnSync('tar', [
      '-xzf',
      join(folder.path, packed.stdout.trim()),
      '--strip-components=1',
      '-C',
      join(modules, 'colophon'),
    ]);
    expect(tar.status, String(tar.stderr)).to.equal(0);
    // The dependencies lie beside the package, as npm installs them.
    for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !one.startsWith('.')))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    mkdirSync(join(modules, '.bin'));
    symlinkSync('../colophon/bin/colophon', join(modules, '.bin/colophon'));
  });
  after(() => folder.remove());

  /** Runs it in the empty folder, where PATH has no Node. */
  const run = (args: readonly string[], input = '') =>
    spawnSync(join(modules, '.bin/colophon'), args, { cwd: empty, env: { PATH: '/usr/bin:/bin', HOME: empty }, input });

  it('has no source, test or setting of this project', () => {
    expect(readdirSync(join(modules, 'colophon')).sort()).to.deep.equal([
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'fonts',
      'package.json',
      'scripts',
      'templates',
    ]);
  });

  it('prints a page on the Node of the package, and leaves nothing else in the folder', async () => {
    writeFileSync(join(empty, 'page.html'), '<!doctype html><p>From a package</p>');
    const { status, stderr } = run(['html', 'page.html', '-o', 'out.pdf']);
    expect(stderr.toString()).to.equal('');
    expect(status).to.equal(0);
    expect(await textOf(readFileSync(join(empty, 'out.pdf')))).to.include('From a package');
    expect(readdirSync(empty).sort()).to.deep.equal(['out.pdf', 'page.html']);
  });

  it('works on documents, renders templates and knows its version', () => {
    expect(run(['split', 'out.pdf', '--every', '1', '-o', 'parts/']).status).to.equal(0);
    expect(readdirSync(join(empty, 'parts'))).to.deep.equal(['out-1.pdf']);
    const request = {
      operations: [
        { op: 'add_markdown', markdown: '# Title' },
        { op: 'add_barcode', symbology: 'qrcode', value: 'a' },
      ],
    };
    const rendered = run(['render', '-'], JSON.stringify(request));
    expect(rendered.stderr.toString()).to.equal('');
    expect(rendered.stdout.subarray(0, 5).toString()).to.equal('%PDF-');
    expect(run(['--version']).stdout.toString()).to.equal(`${description.version}\n`);
  });
});

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { colophon, program, workFolder, type Ran, type RunOptions } from '../support/command.ts';
import { textOf } from '../support/pdf.ts';

const request = JSON.stringify({
  operations: [{ op: 'add_text', text: 'First' }, { op: 'add_page_break' }, { op: 'add_text', text: 'Second' }],
});
/** A request whose print takes long enough to be stopped. */
const long = JSON.stringify({
  operations: [
    { op: 'add_table', columns: ['a', 'b'], rows: Array.from({ length: 20_000 }, (_, row) => [`Row ${row}`, row]) },
  ],
});

describe('Files of the command', () => {
  const folder = workFolder();
  const temporary = workFolder();
  const at = (name: string) => join(folder.path, name);
  const run = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
    colophon(args, { cwd: folder.path, ...options, env: { TMPDIR: temporary.path, ...options.env } });
  /** Fonts that the browser's user may not read have links there, so the folder is open to it. */
  before(async () => {
    chmodSync(temporary.path, 0o711);
    const { stdout, code, stderr } = await run(['render', '-'], { input: request });
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    writeFileSync(at('a.pdf'), stdout);
  });
  afterEach(() => expect(temporary.names()).to.deep.equal([]));
  after(() => {
    folder.remove();
    temporary.remove();
  });

  it('pass through pipes unchanged', async () => {
    const pdf = readFileSync(at('a.pdf'));
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-');
    expect(await textOf(pdf)).to.match(/First\s+Second/);
    const { stdout, code } = await run(['extract-text', '-', '--pages', '2'], { input: pdf });
    expect(code).to.equal(0);
    expect(stdout.toString().trim()).to.equal('Second');
  });

  it('have any name: spaces, other scripts, dashes at the beginning', async () => {
    for (const name of ['two words.pdf', 'Übergröße – 文書.pdf', '-dash.pdf', '--long.pdf', "it's $HOME.pdf"])
      writeFileSync(at(name), readFileSync(at('a.pdf')));
    const args = [
      'merge',
      'two words.pdf',
      'Übergröße – 文書.pdf',
      "it's $HOME.pdf",
      '-o-out.pdf',
      '--',
      '-dash.pdf',
      '--long.pdf',
    ];
    const { code, stderr } = await run(args);
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    expect((await run(['extract-text', './-out.pdf'])).stdout.toString().match(/First/g)).to.have.length(5);
  });

  it('are replaced as a whole: mode and links stay, also where input and output are one', async () => {
    writeFileSync(at('same.pdf'), readFileSync(at('a.pdf')), { mode: 0o640 });
    chmodSync(at('same.pdf'), 0o640);
    symlinkSync('same.pdf', at('link.pdf'));
    const before = folder.names();
    expect(await run(['merge', 'link.pdf', 'same.pdf', '-o', 'link.pdf'])).to.include({ code: 0 });
    expect(lstatSync(at('link.pdf')).isSymbolicLink()).to.equal(true);
    expect(statSync(at('same.pdf')).mode & 0o777).to.equal(0o640);
    expect((await run(['extract-text', 'same.pdf'])).stdout.toString().match(/First/g)).to.have.length(2);
    expect(folder.names()).to.deep.equal(before);
  });

  it('of several documents go into a folder that is made, or into an archive', async () => {
    expect(await run(['split', 'a.pdf', '--every', '1', '-o', 'new/parts/'])).to.include({ code: 0 });
    expect(readdirSync(at('new/parts')).sort()).to.deep.equal(['a-1.pdf', 'a-2.pdf']);
    mkdirSync(at('there'));
    expect(await run(['split', 'a.pdf', '--every', '1', '-o', 'there'])).to.include({ code: 0 });
    expect(readdirSync(at('there'))).to.have.length(2);
    expect(await run(['split', 'a.pdf', '--every', '1', '-o', 'parts.zip'])).to.include({ code: 0 });
    expect(readFileSync(at('parts.zip')).subarray(0, 4).toString('latin1')).to.equal('PK\u0003\u0004');
  });

  it('stay as they were after a problem', async () => {
    writeFileSync(at('kept.pdf'), 'kept');
    writeFileSync(at('no.pdf'), 'no PDF');
    const before = folder.names();
    const { code, stderr } = await run(['merge', 'a.pdf', 'no.pdf', '-o', 'kept.pdf']);
    expect(stderr).to.match(/^invalid-pdf: .+\n.+\n.*documents\/1.*\n$/);
    expect(code).to.equal(1);
    expect((await run(['merge', 'a.pdf', '--outline', 'kep', '-o', 'kept.pdf'])).stderr).to.match(/\n {2}\/outline: /);
    expect(readFileSync(at('kept.pdf'), 'utf8')).to.equal('kept');
    expect(folder.names()).to.deep.equal(before);
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    it(`leave nothing behind after ${signal} in the middle`, async () => {
      writeFileSync(at('long.json'), long);
      const before = folder.names();
      const { code: ended, stdout } = await run(['render', 'long.json', '-o', 'long.pdf'], {
        started: (child) => void stopInTheMiddle(temporary.names, () => child.kill(signal)),
      });
      expect(ended).to.equal(code);
      expect(stdout.length).to.equal(0);
      expect(folder.names()).to.deep.equal(before);
    });

  it('end with their reader', () => {
    const pipe = '"$0" "$@" | true; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = spawnSync('bash', ['-c', pipe, process.execPath, program, 'render', '-'], {
      cwd: folder.path,
      env: { ...process.env, TMPDIR: temporary.path },
      input: request,
      encoding: 'utf8',
    });
    expect(stderr).to.equal('');
    expect(stdout).to.equal('141\n');
  });
});

/** Stops a command when the files of its browser and of its request are there. */
async function stopInTheMiddle(names: () => string[], stop: () => void): Promise<void> {
  while (names().length < 2) await sleep(10);
  await sleep(200);
  stop();
}

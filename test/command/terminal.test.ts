import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { program, workFolder } from '../support/command.ts';

const rows = Array.from({ length: 2000 }, (_, row) => [`Row ${row}`, row]);

describe('The command on a terminal', () => {
  const folder = workFolder();
  before(() => {
    const request = { operations: [{ op: 'add_table', columns: ['a', 'b'], rows }] };
    writeFileSync(join(folder.path, 'long.json'), JSON.stringify(request));
  });
  after(() => folder.remove());

  /** Runs the command on a terminal (script(1) makes one), with redirections of a shell. */
  const onTerminal = (line: string) => {
    const command = `'${process.execPath}' '${program}' ${line}`;
    const { status, stdout } = spawnSync('script', ['-qefc', command, '/dev/null'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    return { status, shown: stdout };
  };

  it('writes no document to it, and says so before the work', () => {
    const { status, shown } = onTerminal('render long.json');
    expect(status).to.equal(2);
    expect(shown).to.include('Standard output is a terminal').and.not.include('%PDF');
  });

  it('shows a bar while it works, and removes it', () => {
    const { status, shown } = onTerminal('render long.json -o long.pdf');
    expect(status).to.equal(0);
    expect(shown).to.match(/\[[#.]{30}\] +\d+ % {2}\d+ s/);
    expect(shown.endsWith('\r\u001b[K')).to.equal(true);
    expect(folder.names()).to.deep.equal(['long.json', 'long.pdf']);
  });

  it('shows no bar with --quiet', () => {
    const { status, shown } = onTerminal('render long.json --quiet -o long.pdf');
    expect(status).to.equal(0);
    expect(shown).to.equal('');
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadEditions } from '../../src/editions/registry.ts';
import { inProcess, workFolder } from '../support/command.ts';

const tools = (await loadEditions()).flatMap((edition) => edition.tools.map(({ name }) => name));

describe('Arguments of the command', () => {
  const folder = workFolder();
  const at = (name: string) => join(folder.path, name);
  before(() => {
    writeFileSync(at('a.pdf'), '%PDF-1.7');
    writeFileSync(at('page.html'), '<p>Hello</p>');
    writeFileSync(at('list.json'), '[1]');
    writeFileSync(at('broken.json'), '{"operations": [');
    writeFileSync(at('two words.key'), 'a key\nand more');
    mkdirSync(at('folder'));
  });
  after(() => folder.remove());

  const mistakes: readonly (readonly [title: string, args: readonly string[], message: string])[] = [
    ['no command', [], 'Usage: colophon COMMAND'],
    ['an unknown command', ['spilt'], 'Did you mean `split`?'],
    ['an option before the command', ['--json', 'merge'], 'There is no command `--json`'],
    ['an unknown option', ['split', at('a.pdf'), '--evry', '2'], 'Did you mean `--every`?'],
    ['an unknown field in a field', ['render', at('list.json'), '--document.sise', 'A5'], '--document.sise'],
    ['an unknown letter', ['merge', '-x'], '`-x`'],
    ['an option without its value', ['split', at('a.pdf'), '--every'], '`--every` needs a value'],
    ['an option in place of a value', ['split', at('a.pdf'), '--every', '--json'], '`--every` needs a value'],
    ['a switch with a value', ['merge', at('a.pdf'), '--json=maybe'], 'is a switch'],
    ['an option twice', ['split', at('a.pdf'), '-o', 'x.zip', '-o', 'y.zip'], 'more than once'],
    ['no document', ['extract-text'], '`extract-text` needs a document'],
    ['no documents', ['merge', '-o', at('out.pdf')], '`merge` needs documents'],
    ['no request', ['render'], '`render` needs a request'],
    ['no page', ['html'], '`html` needs a page'],
    ['two documents where one is taken', ['split', at('a.pdf'), at('a.pdf'), '-o', at('x.zip')], 'takes one file'],
    ['a missing file', ['extract-text', at('missing.pdf')], 'there is no such file'],
    ['a folder in place of a file', ['extract-text', at('folder')], 'it is a folder'],
    ['a file below a file', ['extract-text', at('a.pdf/b.pdf')], 'there is no such file'],
    ['a missing page', ['html', at('missing.html')], 'there is no such file'],
    ['a missing asset', ['html', at('page.html'), '--asset', at('logo.png')], 'there is no such file'],
    ['a root beside the page', ['html', at('page.html'), '--root', at('folder')], 'is not below the folder'],
    ['a missing request', ['merge', at('a.pdf'), '--request', at('missing.json')], 'there is no such file'],
    ['a request that is no JSON', ['render', at('broken.json')], 'is not JSON: it ends too early'],
    ['options for a list', ['render', at('list.json'), '--dry-run'], 'is no JSON object'],
    ['a nested option that is no JSON', ['redact', at('a.pdf'), '--text', '[1'], 'option `--text` is not JSON'],
    ['a missing file of a value', ['sign', at('a.pdf'), '--pkcs12', '@missing.p12'], 'there is no such file'],
    ['standard input twice', ['merge', '-', '-', '-o', at('out.pdf')], 'only one of the inputs'],
    ['a missing output folder', ['merge', at('a.pdf'), '-o', at('missing/out.pdf')], 'there is no folder'],
    ['an output that is a folder', ['merge', at('a.pdf'), '-o', at('folder')], 'is a folder'],
    ['an empty output', ['merge', at('a.pdf'), '-o', ''], '`-o` names no file'],
    ['one file for several documents', ['split', at('a.pdf'), '-o', at('parts.pdf')], '`-o NAME.zip`'],
    ['a key without a service', ['merge', at('a.pdf'), '--key-file', at('a.pdf')], 'goes with `--server`'],
    ['a service that is no address', ['merge', at('a.pdf'), '--server', 'localhost'], 'no address of a service'],
    [
      'hosts for a service',
      ['merge', at('a.pdf'), '--server', 'http://[::1]', '--allow-network', 'a'],
      'service decides',
    ],
    [
      'a file with more than a key',
      ['merge', at('a.pdf'), '--server', 'http://[::1]', '--key-file', at('two words.key')],
      'does not hold a key alone',
    ],
    ['an unknown shell', ['completion', 'tcsh'], 'bash, zsh, fish'],
  ];
  for (const [title, args, message] of mistakes)
    it(`end with 2 and a sentence: ${title}`, async () => {
      const before = folder.names();
      const { code, stdout, stderr } = await inProcess(args);
      expect(stderr).to.include(message);
      expect(code).to.equal(2);
      expect(stdout.length).to.equal(0);
      expect(folder.names()).to.deep.equal(before);
    });

  it('are described by --help, for every tool, with two examples', async () => {
    const { stdout } = await inProcess(['--help']);
    for (const name of ['html', ...tools]) {
      expect(stdout.toString()).to.include(`  ${name} `);
      const help = await inProcess([name, '--help']);
      expect(help.code).to.equal(0);
      expect(help.stderr).to.equal('');
      for (const part of ['Usage: colophon', 'Arguments:', '-o, --output FILE', 'Examples:'])
        expect(help.stdout.toString(), name).to.include(part);
      const examples = help.stdout.toString().split('Examples:\n')[1] ?? '';
      expect(examples.match(new RegExp(`  colophon ${name} `, 'g')), name).to.have.length(2);
      for (const [option = ''] of examples.matchAll(/--[a-z][a-z-]*/g))
        expect(help.stdout.toString().split('Examples:')[0], `${name} ${option}`).to.include(`${option.split('.')[0]}`);
    }
  });

  it('show fields with their types, values and defaults', async () => {
    const help = (await inProcess(['help', 'optimize'])).stdout.toString();
    expect(help).to.match(/--level VALUE\n[^-]*Default: lossless\. One of: lossless, web, print,\s+archive\./);
    expect(help).to.match(/--max-image-ppi NUMBER/);
    expect(help).to.match(/--grayscale\n/);
  });

  it('are completed in bash: commands, options, values and files', async () => {
    const script = (await inProcess(['completion', 'bash'])).stdout.toString();
    const complete = (...words: string[]) =>
      spawnSync(
        'bash',
        [
          '-c',
          `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _colophon; printf '%s\\n' "\${COMPREPLY[@]}"`,
          'bash',
          ...words,
        ],
        { cwd: folder.path, encoding: 'utf8' },
      );
    expect(complete('colophon', 'mer').stdout).to.equal('merge\n');
    expect(complete('colophon', 'split', 'a.pdf', '--ev').stdout).to.equal('--every\n');
    expect(complete('colophon', 'optimize', '--level', 'w').stdout).to.equal('web\n');
    expect(complete('colophon', 'merge', 'a').stdout).to.equal('a.pdf\n');
    expect(complete('colophon', 'merge', '-o', 'fo').stdout).to.equal('folder\n');
    expect(complete('colophon', 'merge', 'a').stderr).to.equal('');
  });

  it('are completed in zsh and fish by scripts that name every command', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { code, stdout } = await inProcess(['completion', shell]);
      expect(code).to.equal(0);
      for (const name of ['html', ...tools, 'completion']) expect(stdout.toString(), shell).to.include(name);
      expect(stdout.toString()).to.include('max-image-ppi');
    }
  });
});

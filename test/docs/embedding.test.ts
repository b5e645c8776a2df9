import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSyntax, textOf } from '../support/pdf.ts';
import { run } from '../support/programs.ts';
import { keys, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** How each program of docs/embedding is run in a copy of that folder. */
const programs: Readonly<Record<string, readonly [file: string, command: string, ...rest: string[]]>> = {
  TypeScript: ['render.ts', process.execPath, 'render.ts'],
  Python: ['render.py', 'python3', 'render.py'],
  Go: ['render.go', 'go', 'run', 'render.go'],
  PHP: ['render.php', 'php', 'render.php'],
  'C#': ['csharp/Render.cs', 'dotnet', 'run', '--project', 'csharp'],
  Java: ['Render.java', 'java', 'Render.java'],
};
const isHere = (command: string) => spawnSync('which', [command]).status === 0;

describe('Programs that use the service', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  for (const [language, [file, command, ...rest]] of Object.entries(programs)) {
    it(`is on its page as it is in its file: ${language}`, () => {
      const program = readFileSync(join(docs, 'embedding', file), 'utf8');
      expect(readFileSync(join(docs, 'embedding.md'), 'utf8')).to.contain(`\n${program}\`\`\`\n`);
    });

    if (isHere(command))
      it(`renders, extracts text and lists mistakes: ${language}`, async () => {
        const folder = mkdtempSync(join(tmpdir(), 'colophon-embedding-'));
        try {
          cpSync(join(docs, 'embedding'), folder, { recursive: true });
          const variables = [`COLOPHON_URL=${service.url}`, `COLOPHON_KEY=${keys.core}`];
          const { stdout } = await run('env', [...variables, command, ...rest], { cwd: folder });
          expect(stdout.trim().split('\n')).to.deep.equal([
            'pages: 1',
            'text: Invoice 2026-117',
            'mistake: /operations/0/text `text` is required',
            'mistake: /operations/0/txet `txet` is not allowed; did you mean `text`?',
          ]);
          const pdf = readFileSync(join(folder, 'invoice.pdf'));
          await checkSyntax(pdf);
          expect(await textOf(pdf)).to.match(/Nut +€3\.00\s+Total +€7\.50/);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      }).timeout(300_000);
    else it.skip(`was not run in ${language}: \`${command}\` is not on this machine`);
  }
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What veraPDF says of a file by a flavour ("3a", "ua1"). */
interface Verdict {
  readonly file: string;
  readonly flavour: string;
  readonly verdict: 'pass' | 'fail' | 'error';
  readonly clauses: string;
}

/**
 * Judges files; a sentence where it can not be had: it takes a JDK, Maven, and the package org.verapdf. A judge only:
 * nothing of it ships.
 */
export async function veraPdf(
  files: readonly { readonly file: string; readonly flavours: readonly string[] }[],
): Promise<readonly Verdict[] | string> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-verapdf-'));
  const pom = join(import.meta.dirname, 'pom.xml');
  const fetched = await run(
    'mvn',
    ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
    '',
  );
  if (fetched === null)
    return 'veraPDF is not here: Maven is missing, or does not get org.verapdf. Its verdicts are left out.';
  const told = await run(
    'java',
    ['-Xmx1g', '-cp', join(folder, '*'), join(import.meta.dirname, 'Judge.java')],
    files.flatMap(({ file, flavours }) => flavours.map((flavour) => `${flavour}\t${file}\n`)).join(''),
  );
  if (told === null)
    return 'veraPDF is here and does not run: it takes a JDK of version 11 or later. Its verdicts are left out.';
  return told
    .trim()
    .split('\n')
    .map((line) => {
      const [file = '', flavour = '', verdict = 'error', clauses = ''] = line.split('\t');
      return { file, flavour, verdict: verdict as Verdict['verdict'], clauses };
    });
}

/** What a command writes; `null` where it is not there or fails. */
async function run(command: string, args: readonly string[], input: string): Promise<string | null> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(child, 'close').catch(() => [1]);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [out, [code]] = await Promise.all([text(child.stdout), closed]);
  return code === 0 ? out : null;
}

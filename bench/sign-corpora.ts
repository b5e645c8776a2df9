import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exampleCertificate, exampleKey } from '../src/editions/pro/tools/sign/example-credential.ts';
import { opensslVerifies, pdfsig, signaturesOf } from '../test/support/signatures.ts';
import { startService, type Service } from './service.ts';

/**
 * Signs every PDF of the folders given on the command line over HTTP, and what comes out once more, and lets others
 * judge: `pdfsig` (valid, and the whole document signed), `openssl cms -verify -cades`, `qpdf --check` (nothing that it
 * did not find before), and whether the original is a prefix.
 *
 *     node bench/sign-corpora.ts CORPORA/pdfjs CORPORA/pyhanko
 */
/** Of the encrypted files that have one. */
const passwords = ['usersecret', 'test', 'ELXRTQWS', 'password'];

interface Signed {
  readonly pdf: Buffer;
  /** That opens it, where it needs one. */
  readonly password: string | undefined;
  readonly field: string;
  /** The cross-reference was broken. */
  readonly anew: boolean;
}

interface Answer {
  readonly document: { readonly data: string };
  readonly report: {
    readonly warnings: readonly { readonly message: string }[];
    readonly signature: { readonly field: string };
  };
}

/** The signed document, or why there is none: a slug, or a failure in words. */
async function sign(service: Service, file: Buffer): Promise<Signed | string> {
  let answer = await signWith(service, file, undefined);
  for (const password of passwords)
    if (answer === 'encrypted-pdf' || answer === 'wrong-password') answer = await signWith(service, file, password);
  return answer === 'wrong-password' ? 'encrypted-pdf' : answer;
}

async function signWith({ port, key }: Service, file: Buffer, password: string | undefined): Promise<Signed | string> {
  const body = new FormData();
  body.append(
    'request',
    new Blob(
      [JSON.stringify({ certificate: exampleCertificate, privateKey: exampleKey, reason: 'Measured', password })],
      { type: 'application/json' },
    ),
  );
  body.append('document', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'document.pdf');
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    body,
    signal: AbortSignal.timeout(90_000),
  }).catch(() => null);
  if (answer === null) return 'no answer';
  if (!answer.ok)
    return answer.status >= 500
      ? `status ${answer.status}`
      : ((await answer.json()) as { type: string }).type.replace(/.*\//, '');
  const { document, report } = (await answer.json()) as Answer;
  return {
    pdf: Buffer.from(document.data, 'base64'),
    password,
    field: report.signature.field,
    anew: report.warnings.some(({ message }) => message.includes('written anew')),
  };
}

/** Exit code and findings of qpdf; what it says first names the file. */
async function qpdf(folder: string, pdf: Buffer, password = ''): Promise<{ code: number; found: number }> {
  const path = join(folder, 'it.pdf');
  await writeFile(path, pdf);
  return new Promise((resolve) => {
    execFile(
      'qpdf',
      [`--password=${password}`, '--check', path],
      { maxBuffer: 1e9, timeout: 60_000 },
      (error, stdout, stderr) => {
        resolve({
          code: typeof error?.code === 'number' ? error.code : 0,
          found: (stdout + stderr).split('\n').filter((line) => /^(?:WARNING|ERROR)/.test(line)).length,
        });
      },
    );
  });
}

async function judge(folder: string, original: Buffer, { pdf, field, anew, password }: Signed): Promise<string[]> {
  const complaints: string[] = [];
  const own = (await pdfsig(pdf, password)).find((judged) => judged.field === field);
  if (own?.valid !== true || !own.total) complaints.push('pdfsig does not find it valid and total');
  const verdict = await opensslVerifies(
    pdf,
    exampleCertificate,
    signaturesOf(pdf, password).find((signature) => signature.field === field),
  );
  if (verdict !== 'CAdES Verification successful') complaints.push(`openssl: ${verdict}`);
  if (!anew && !pdf.subarray(0, original.length).equals(original)) complaints.push('the original is no prefix');
  const [before, after] = [await qpdf(folder, original, password), await qpdf(folder, pdf, password)];
  if (after.code > before.code || after.found > before.found)
    complaints.push(`qpdf: ${after.found} findings after ${before.found}`);
  return complaints;
}

async function judgeAgain(service: Service, { pdf, password }: Signed): Promise<string[]> {
  const before = (await pdfsig(pdf, password)).filter(({ valid }) => valid).length;
  const again = await sign(service, pdf);
  if (typeof again === 'string') return [`not signed again: ${again}`];
  const after = await pdfsig(again.pdf, again.password);
  const good =
    after.filter(({ valid }) => valid).length === before + 1 &&
    after.find(({ field }) => field === again.field)?.total === true;
  return good ? [] : ['signed again, not all are valid'];
}

const service = await startService();
const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
try {
  console.log(
    '| corpus | files | signed by an update | rewritten, then signed | refused with a problem | failed | ' +
      'judges complain |\n|---|---|---|---|---|---|---|',
  );
  for (const corpus of process.argv.slice(2)) {
    const files = globSync('**/*.pdf', { cwd: corpus })
      .sort()
      .map((name) => join(corpus, name));
    const [refused, failed, complaints]: [Record<string, number>, string[], string[]] = [{}, [], []];
    let [updated, anew] = [0, 0];
    for (const path of files) {
      const original = await readFile(path);
      const signed = await sign(service, original);
      if (typeof signed === 'string') {
        if (signed.includes(' ')) failed.push(`${basename(path)} (${signed})`);
        else refused[signed] = (refused[signed] ?? 0) + 1;
        continue;
      }
      if (signed.anew) anew += 1;
      else updated += 1;
      complaints.push(
        ...[...(await judge(folder, original, signed)), ...(await judgeAgain(service, signed))].map(
          (complaint) => `${basename(path)}: ${complaint}`,
        ),
      );
    }
    const problems =
      Object.entries(refused)
        .map(([slug, number]) => `${number} \`${slug}\``)
        .join(', ') || '0';
    console.log(
      `| ${basename(corpus)} | ${files.length} | ${updated} | ${anew} | ${problems} | ` +
        `${failed.join(', ') || '0'} | ${complaints.join('; ') || '0'} |`,
    );
  }
} finally {
  await rm(folder, { recursive: true });
  await service.stop();
}

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signPdf, type SignOptions } from '../src/pdf/sign/sign-pdf.ts';
import { makeSamples, password, signers, type Sample } from './sign-samples.ts';
import { veraPdf } from './verapdf/verapdf.ts';

/**
 * Lets pyHanko and EU DSS judge signatures of every kind, and veraPDF documents that conform and were signed. The
 * judges are fetched when this is run, by `pip` and Maven, into a folder beside those of other runs; one that can not
 * be had is said to be missing, and the others judge.
 *
 *     node bench/sign-judges.ts CORPORA/verapdf
 */
const folder = join(tmpdir(), 'colophon-judges');
const judges = fileURLToPath(new URL('judges', import.meta.url));
const outputLimit = 1e9;

/** Runs what fetches a judge, once; tells why there is none. */
function fetched(
  name: string,
  there: string,
  steps: readonly (readonly [command: string, ...rest: string[]])[],
): boolean {
  if (existsSync(there)) return true;
  for (const [command, ...rest] of steps) {
    const { status, error, stderr } = spawnSync(command, rest, { encoding: 'utf8', maxBuffer: outputLimit });
    if (status === 0) continue;
    console.log(
      `\n${name} is missing: \`${command}\` ` +
        `${error === undefined ? `failed (${stderr.trim().split('\n').at(-1) ?? ''})` : 'can not be run'}. It ` +
        'did not judge.',
    );
    return false;
  }
  return true;
}

const environment = join(folder, 'pyhanko');
const hasPyHanko = () =>
  fetched('pyHanko', join(environment, 'fetched'), [
    ['python3', '-m', 'venv', environment],
    [join(environment, 'bin', 'pip'), 'install', '--quiet', 'pyHanko==0.38.0', 'pyhanko-certvalidator==0.33.0'],
    ['touch', join(environment, 'fetched')],
  ]);

const libraries = join(folder, 'dss');
const hasDss = () =>
  fetched('EU DSS', join(libraries, 'fetched'), [
    ['java', '-version'],
    [
      'mvn',
      '--batch-mode',
      '--quiet',
      '-f',
      join(judges, 'dss.xml'),
      'dependency:copy-dependencies',
      `-DoutputDirectory=${libraries}`,
    ],
    ['touch', join(libraries, 'fetched')],
  ]);

const rows = (output: string) =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

/** Writes files and gives their paths. */
function written(files: readonly (readonly [name: string, content: Uint8Array | string])[]): string[] {
  mkdirSync(join(folder, 'files'), { recursive: true });
  return files.map(([name, content]) => {
    const path = join(folder, 'files', name);
    writeFileSync(path, content);
    return path;
  });
}

const roots = () =>
  written(Object.entries(signers).map(([kind, { certificate }]) => [`${kind}.pem`, certificate] as const)).join(',');
const nameOf = (path: string | undefined) => basename(path ?? '', '.pdf');

function tell(judge: string, judged: number, good: number, exceptions: readonly string[]): void {
  console.log(
    `\n${judge}: ${good} of ${judged} ` +
      `good${exceptions.length === 0 ? '' : `, but\n${exceptions.map((exception) => `- ${exception}`).join('\n')}`}`,
  );
}

/** Intact, valid, by who is trusted; the newest over the entire file, and every change after another allowed. */
function askPyHanko(samples: readonly Sample[]): void {
  if (!hasPyHanko()) return;
  const paths = written(samples.map(({ name, pdf }) => [`${name}.pdf`, pdf] as const));
  const verdicts = rows(
    execFileSync(join(environment, 'bin', 'python'), [join(judges, 'judge_pyhanko.py'), password, roots(), ...paths], {
      encoding: 'utf8',
      maxBuffer: outputLimit,
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  );
  const bad = verdicts.filter(([, , intact, valid, trusted, , , allowed]) =>
    [intact, valid, trusted, allowed].some((one) => one !== 'True'),
  );
  tell(
    'pyHanko 0.38.0',
    verdicts.length,
    verdicts.length - bad.length,
    bad.map(
      ([path, field, ...words]) =>
        `${nameOf(path)} (${field ?? ''}): intact, valid, trusted, coverage, changes, allowed: ${words.join(', ')}`,
    ),
  );
}

/** PAdES-BASELINE-B, TOTAL_PASSED, no error and no change that it does not know. It takes no passwords. */
function askDss(samples: readonly Sample[]): void {
  if (!hasDss()) return;
  const paths = written(
    samples.filter(({ name }) => !name.startsWith('encrypted')).map(({ name, pdf }) => [`${name}.pdf`, pdf] as const),
  );
  const jars = globSync('*.jar', { cwd: libraries })
    .map((jar) => join(libraries, jar))
    .join(delimiter);
  const verdicts = rows(
    execFileSync('java', ['-cp', jars, join(judges, 'Dss.java'), roots(), ...paths], {
      encoding: 'utf8',
      maxBuffer: outputLimit,
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  );
  const bad = verdicts.filter(
    ([, format, indication, errors, , unknown]) =>
      format !== 'PAdES-BASELINE-B' || indication !== 'TOTAL_PASSED' || errors !== '' || unknown !== '0',
  );
  const warnings = new Set(verdicts.map(([, , , , warning = '']) => warning).filter((warning) => warning !== ''));
  tell('EU DSS 6.1', verdicts.length, verdicts.length - bad.length, [
    ...bad.map(([path, ...words]) => `${nameOf(path)}: ${words.join(', ')}`),
    ...[...warnings].map((warning) => `it warns: ${warning}`),
  ]);
}

/** Folders of the corpus, and what veraPDF calls what is in them. */
const flavours: Readonly<Record<string, string>> = {
  'PDF_A-1a': '1a',
  'PDF_A-1b': '1b',
  'PDF_A-2a': '2a',
  'PDF_A-2b': '2b',
  'PDF_A-2u': '2u',
  'PDF_A-3b': '3b',
  'PDF_A-4': '4',
  'PDF_A-4e': '4e',
  'PDF_A-4f': '4f',
  'PDF_UA-1': 'ua1',
  'PDF_UA-2': 'ua2',
};
const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 9"><path d="M1 7 C3 1 5 0 5 4 S4 8 6 5 S8 3 8 5" ' +
    'fill="none" stroke="#1d3f8f" stroke-opacity="0.6"/></svg>',
);
const fonts = [{ path: fileURLToPath(new URL('../fonts', import.meta.url)), source: 'bundled' }] as const;
const looks: Readonly<Record<string, Partial<SignOptions>>> = {
  unseen: {},
  seen: {
    appearance: {
      page: 1,
      box: { x: 5, y: 5, width: 80, height: 30 },
      text: 'Signed · Подпись',
      picture: { field: 'image', bytes: picture },
    },
  },
  'with a design': {
    appearance: {
      page: 1,
      box: { x: 5, y: 5, width: 120, height: 40 },
      picture: { field: 'logo', bytes: picture },
      style: {
        layout: 'logo-left',
        frame: { color: [0, 0, 0.5], width: 1 },
        background: [0.95, 0.96, 1],
        fields: undefined,
        lang: undefined,
        dateFormat: 'medium',
      },
    },
  },
};

interface Conforming {
  readonly flavour: string;
  /** As it was, and signed. */
  readonly original: string;
  readonly signed: string;
  readonly look: string;
}

async function signConforming(corpus: string): Promise<{ files: Conforming[]; refused: string[] }> {
  const [files, refused]: [Conforming[], string[]] = [[], []];
  for (const [name, flavour] of Object.entries(flavours)) {
    for (const original of globSync(`${name}/**/*pass*.pdf`, { cwd: corpus })
      .sort()
      .map((found) => join(corpus, found))) {
      for (const [look, options] of Object.entries(looks)) {
        try {
          const { pdf } = await signPdf({
            bytes: new Uint8Array(readFileSync(original)),
            credential: signers.p256,
            fonts,
            now: new Date(),
            breakSignatures: false,
            ...options,
          });
          const [signed = ''] = written([[`${flavour}-${files.length}.pdf`, pdf]]);
          files.push({ flavour, original, signed, look });
        } catch (error) {
          refused.push(`${basename(original)}, ${look}: ${(error as { slug?: string }).slug ?? String(error)}`);
        }
      }
    }
  }
  return { files, refused };
}

/** What conformed conforms. */
async function askVeraPdf(corpus: string): Promise<void> {
  const { files, refused } = await signConforming(corpus);
  const asked = new Map(
    files.flatMap(
      ({ flavour, original, signed }) =>
        [
          [original, flavour],
          [signed, flavour],
        ] as const,
    ),
  );
  const told = await veraPdf([...asked].map(([file, flavour]) => ({ file, flavours: [flavour] })));
  if (typeof told === 'string') {
    console.log(`\n${told}`);
    return;
  }
  const verdicts = new Map(
    told.map(({ file, verdict, clauses }) => [file, { conforms: verdict === 'pass', clauses }] as const),
  );
  const conformed = files.filter(({ original }) => verdicts.get(original)?.conforms === true);
  for (const look of Object.keys(looks)) {
    const those = conformed.filter((file) => file.look === look);
    const bad = those.filter(({ signed }) => verdicts.get(signed)?.conforms !== true);
    tell(`veraPDF 1.28.2, signed ${look}`, those.length, those.length - bad.length, [
      ...bad.map(
        ({ original, flavour, signed }) =>
          `${basename(original)} (${flavour}): ${verdicts.get(signed)?.clauses ?? 'no verdict'}`,
      ),
      ...refused.filter((line) => line.includes(`, ${look}: `)).map((line) => `not signed: ${line}`),
    ]);
  }
}

mkdirSync(folder, { recursive: true });
const samples = await makeSamples();
console.log(`${samples.length} kinds of signature`);
askPyHanko(samples);
askDss(samples);
const [corpus] = process.argv.slice(2);
if (corpus !== undefined) await askVeraPdf(corpus);

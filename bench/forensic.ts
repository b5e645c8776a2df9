import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { examine, type ForensicReport } from '../src/pdf/forensic/examine.ts';
import { AppError } from '../src/problems.ts';
import { corpora } from '../test/support/corpora.ts';
import { harmless, sneaky } from '../test/support/sneaky-files.ts';
import { attacks, everyday } from '../test/support/tampered-files.ts';

/**
 * Examines files that were tampered with, and files that were not, and prints how many of the ones are found and of the
 * others cause an alarm (a verdict of suspicious or tampered), each that is judged otherwise than its label, and how
 * long it took.
 *
 *     node bench/forensic.ts CORPORA
 *     node bench/forensic.ts CORPORA pdfjs 'our renders'
 */
interface Case {
  readonly set: string;
  readonly name: string;
  /** An alarm is right. */
  readonly bad: boolean;
  readonly bytes: () => Promise<Buffer> | Buffer;
  /** Whether the report says what it should, where a verdict does not. */
  readonly found?: (report: ForensicReport) => boolean;
}

interface Outcome {
  readonly set: string;
  readonly name: string;
  readonly bad: boolean;
  /** Slug of the problem, where there is no report. */
  readonly refused: string | null;
  readonly right: boolean;
  readonly said: string;
  readonly milliseconds: number;
}

const isAlarm = ({ verdict }: ForensicReport) => verdict === 'suspicious' || verdict === 'tampered';
const redacted = ({ findings }: ForensicReport) => findings.some(({ id }) => id === 'text-under-box');

/** By the tests of x-ray: text under boxes is in these, and in none of the others of the corpus. */
const badRedactions: ReadonlySet<string> = new Set(['bad_cross_hatched_redactions.pdf', 'rectangles_yes_2.pdf']);

/**
 * Coverage anomalies, appearances that are exchanged where something else uses them, and a detached signature that is
 * not.
 */
const rejected = /coverage-anomalies|sneaky|econtent/;

function files(set: string, folder: string, label: (name: string) => Pick<Case, 'bad' | 'found'>): Case[] {
  return globSync('**/*.pdf', { cwd: folder })
    .sort()
    .map((name) => ({ set, name, bytes: () => readFileSync(join(folder, name)), ...label(basename(name)) }));
}

const clean = () => ({ bad: false });

function cases(folder: string): Case[] {
  return [
    ...[...attacks, ...sneaky].map(({ name, expects, make }) => ({
      set: 'tampered after signing',
      name,
      bad: true,
      bytes: make,
      found: (report: ForensicReport) => isAlarm(report) && report.findings.some(({ id }) => id === expects),
    })),
    ...files('pyhanko: what its tests reject', join(folder, 'pyhanko'), () => ({ bad: true })).filter(({ name }) =>
      rejected.test(name),
    ),
    ...files('x-ray: failed redactions', join(folder, 'xray'), (name) => ({
      bad: badRedactions.has(name),
      found: (report) => redacted(report) === badRedactions.has(name),
    })),
    ...[...everyday, ...harmless].map(({ name, make }) => ({
      set: 'signed files, changed as they may be',
      name,
      bad: false,
      bytes: make,
    })),
    ...files('our renders', 'docs', clean),
    ...files('pdfjs', join(folder, 'pdfjs'), clean),
    ...files('pyhanko: the others', join(folder, 'pyhanko'), clean).filter(({ name }) => !rejected.test(name)),
    ...files('pdfcpu-forms', join(folder, 'pdfcpu-forms'), clean),
    ...files('jpdfium-redact', join(folder, 'jpdfium-redact'), clean),
    ...files('bfo', join(folder, 'bfo'), clean),
    ...files('verapdf', join(folder, 'verapdf'), clean),
  ];
}

async function look({ set, name, bad, bytes, found }: Case): Promise<Outcome> {
  const pdf = await bytes();
  const start = performance.now();
  const outcome = (right: boolean, said: string, refused: string | null): Outcome => ({
    set,
    name,
    bad,
    right,
    said,
    refused,
    milliseconds: performance.now() - start,
  });
  try {
    const report = await examine({ bytes: pdf, now: new Date() });
    const worst = report.findings
      .slice(0, 3)
      .map(({ id }) => id)
      .join(', ');
    return outcome(found?.(report) ?? isAlarm(report) === bad, `${report.verdict}: ${worst}`, null);
  } catch (error) {
    if (error instanceof AppError) return outcome(true, error.slug, error.slug);
    throw error;
  }
}

const share = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);

function row(set: string, outcomes: readonly Outcome[]): string {
  const read = outcomes.filter(({ refused }) => refused === null);
  const [bad, good] = [read.filter((each) => each.bad), read.filter((each) => !each.bad)];
  const alarms = good.filter(({ right }) => !right).length;
  return (
    `| ${set} | ${outcomes.length} | ${outcomes.length - read.length} | ` +
    `${bad.length === 0 ? '' : `${bad.filter(({ right }) => right).length} of ${bad.length}`} | ` +
    `${good.length === 0 ? '' : `${alarms} of ${good.length} (${share(alarms, good.length)})`} |`
  );
}

const outcomes: Outcome[] = [];
const [, , given = corpora, ...sets] = process.argv;
for (const each of cases(given).filter(({ set }) => sets.length === 0 || sets.includes(set)))
  outcomes.push(await look(each));
console.log('| files | how many | can not be opened | found | false alarms |\n|---|---|---|---|---|');
for (const [set, group] of Map.groupBy(outcomes, (outcome) => outcome.set)) console.log(row(set, group));
console.log(row('all', outcomes));
for (const { set, name, said } of outcomes.filter(({ right }) => !right)) console.log(`- ${set}, ${name}: ${said}`);
const times = outcomes
  .map(({ milliseconds, name }) => ({ milliseconds, name }))
  .sort((a, b) => a.milliseconds - b.milliseconds);
console.log(
  `${outcomes.length} files, ${times[times.length >> 1]?.milliseconds.toFixed(0) ?? '-'} ms in the middle; the slowest: ${times
    .slice(-4)
    .map(({ name, milliseconds }) => `${name} ${milliseconds.toFixed(0)} ms`)
    .join(', ')}`,
);

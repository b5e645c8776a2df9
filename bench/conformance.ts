import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { failuresOf, modelOf } from '../src/pdf/conformance/check.ts';
import { clausesIn } from '../src/pdf/conformance/rule.ts';
import { rules } from '../src/pdf/conformance/rules/rules.ts';
import { standards, type Standard } from '../src/pdf/xmp/standards.ts';
import { AppError } from '../src/problems.ts';

/**
 * Checks the labelled corpora, and prints for each standard how often the verdict is that of the label and whether the
 * clause of the label is among those that are named. With `--clauses` one row a clause, as docs/conformance.md has it.
 *
 *     node bench/conformance.ts CORPORA/verapdf CORPORA/bfo
 */
interface Label {
  readonly path: string;
  readonly standard: Standard;
  readonly clause: string | null;
  readonly pass: boolean;
}

interface Outcome extends Label {
  readonly failures: readonly string[];
  readonly milliseconds: number;
}

const folders: readonly (readonly [RegExp, string])[] = [
  [/PDF_A-(\d)([abuef]?)\//, ''],
  [/PDF_UA-(\d)\//, 'UA'],
  [/pdfa1-(?:fail|pass)/, 'PDF/A-1b'],
  [/pdfa2-/, 'PDF/A-2b'],
  [/pdfa3-/, 'PDF/A-3b'],
];

/** What the name and the folder of a file say; null where they say nothing. */
function labelOf(path: string): Label | null {
  const name = basename(path);
  const verdict = /-(pass|fail)(?:-|\.)/.exec(name)?.[1];
  const standard = standards.get(standardOf(path) ?? '');
  if (verdict === undefined || standard === undefined) return null;
  const clause = /(?:suite |pdfa\d-|^)(\d[\d.-]*?)(?:-bfo)?-t\d+/.exec(name)?.[1]?.replaceAll('-', '.') ?? null;
  return { path, standard, clause, pass: verdict === 'pass' };
}

function standardOf(path: string): string | null {
  for (const [pattern, name] of folders) {
    const found = pattern.exec(path);
    if (found === null) continue;
    if (name === 'UA') return `PDF/UA-${found[1] ?? ''}`;
    return name === '' ? `PDF/A-${found[1] ?? ''}${found[2] ?? ''}` : name;
  }
  return path.includes('ISO 32000-1/')
    ? path.includes('6-8-2-2')
      ? 'PDF/A-1a'
      : 'PDF/A-1b'
    : path.includes('ISO 32000-2/')
      ? 'PDF/A-4'
      : null;
}

function check(label: Label): Outcome {
  const bytes = readFileSync(label.path);
  const start = performance.now();
  const failures = clausesOf(bytes, label.standard);
  return { ...label, failures, milliseconds: performance.now() - start };
}

function clausesOf(bytes: Buffer, standard: Standard): string[] {
  try {
    return failuresOf(modelOf(bytes), standard).map(({ clause }) => clause);
  } catch (error) {
    if (error instanceof AppError) return [error.slug];
    throw error;
  }
}

const share = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
const right = ({ pass, failures }: Outcome) => pass === (failures.length === 0);
const named = ({ clause, failures }: Outcome) => clause === null || failures.includes(clause);

function row(name: string, outcomes: readonly Outcome[]): string {
  const [passes, fails] = [outcomes.filter(({ pass }) => pass), outcomes.filter(({ pass }) => !pass)];
  const rates = [passes, fails]
    .filter((part) => part.length > 0)
    .map((part) => part.filter(right).length / part.length);
  const balanced = rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length);
  const caught = fails.filter(right);
  return (
    `| ${name} | ${passes.length} | ${fails.length} | ${passes.filter(right).length} | ${caught.length} | ` +
    `${share(balanced, 1)} | ${share(caught.filter(named).length, caught.length)} |`
  );
}

/**
 * One row a clause of a part: the rules that state it, and how the files about it were judged, whatever their level.
 */
function clauseRows(): string[] {
  const parts = Map.groupBy(standards.values(), ({ part }) => part);
  return [...parts.values()].flatMap((levels) => {
    const stated = Map.groupBy(
      rules.flatMap((rule) =>
        [
          ...new Set(
            levels.flatMap((standard) => clausesIn(rule, standard).map((clause) => clause.replace(/-\d+$/, ''))),
          ),
        ].map((clause) => ({ clause, id: rule.id })),
      ),
      ({ clause }) => clause,
    );
    const files = Map.groupBy(
      outcomes.filter(({ standard }) => levels.includes(standard)),
      ({ clause }) => clause ?? '',
    );
    const name = levels[0]?.name.replace(/(?<=A-\d)[a-z]$/, '') ?? '';
    return [...new Set([...stated.keys(), ...files.keys()])]
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((clause) => {
        const own = files.get(clause) ?? [];
        return (
          `| ${name} | ${clause === '' ? 'several' : clause} | ` +
          `${(stated.get(clause) ?? []).map(({ id }) => id).join(', ')} | ${own.length} | ` +
          `${own.filter(right).length} | ${own.filter((outcome) => !right(outcome)).length} |`
        );
      });
  });
}

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const paths = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .flatMap((folder) =>
    globSync('**/*.pdf', { cwd: folder })
      .sort()
      .map((name) => join(folder, name)),
  );
const outcomes = paths.flatMap((path) => labelOf(path) ?? []).map(check);
const by = (key: (outcome: Outcome) => string) =>
  [...Map.groupBy(outcomes, key)].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
console.log(
  '| standard | files that pass | that fail | passed | failed | balanced accuracy | clause named ' +
    '|\n|---|---|---|---|---|---|---|',
);
for (const [name, group] of by(({ standard }) => standard.name)) console.log(row(name, group));
if (flags.includes('--clauses'))
  console.log(
    ['\n| standard | clause | rules | files | right | wrong |', '|---|---|---|---|---|---|', ...clauseRows()].join(
      '\n',
    ),
  );
for (const outcome of outcomes.filter((each) => !right(each) || (!each.pass && !named(each)))) {
  console.log(
    `- ${outcome.path}: ${outcome.pass ? 'should pass' : 'should fail'}, ` +
      (outcome.failures.length === 0 ? 'passes' : `fails ${outcome.failures.join(' ')}`),
  );
}
const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
console.log(
  `${outcomes.length} files, ${times[times.length >> 1]?.toFixed(1) ?? '-'} ms in the middle, ` +
    `${times.at(-1)?.toFixed(0) ?? '-'} ms the slowest`,
);

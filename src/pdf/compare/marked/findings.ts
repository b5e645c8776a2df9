import { pagesNamed } from '../../text/warnings.ts';
import { changesOf, type Compared, isEqual, visualOfPairs } from '../report.ts';
import type { Difference } from '../structure/difference.ts';

/** The names of the two documents. */
export interface Names {
  readonly before: string;
  readonly after: string;
}

/** Lines for each kind of finding; the JSON response has all. */
const maxLines = 12;

/** The verdict in one sentence. */
export function verdictOf(compared: Compared): string {
  const about = { all: 'text, look and structure', text: 'text', visual: 'look', structure: 'structure' }[
    compared.mode
  ];
  return isEqual(compared)
    ? `The two documents are equal: no difference of ${about} was found.`
    : `The two documents differ (compared: ${about}).`;
}

/** The findings in sentences, the most important first. */
export function findingsOf(compared: Compared): string[] {
  const { pairs, structure } = compared;
  const gone = pairs.flatMap(({ before, after }) => (before && !after ? [before.number] : []));
  const come = pairs.flatMap(({ before, after }) => (after && !before ? [after.number] : []));
  const visual = visualOfPairs(compared);
  const different = pairs.flatMap(({ after }, index) =>
    after && (visual[index]?.share ?? 0) > 0 ? [after.number] : [],
  );
  return [
    ...textFindings(compared),
    ...(gone.length > 0 ? [`Removed: ${pagesNamed(gone)} of the earlier document.`] : []),
    ...(come.length > 0 ? [`Inserted: ${pagesNamed(come)} of the later document.`] : []),
    ...(compared.visual === null
      ? []
      : [
          different.length === 0
            ? 'No page that both have looks different.'
            : `Looks different: ${pagesNamed(different)} of the later document.`,
        ]),
    ...(structure === null
      ? []
      : [
          ...lines('Metadata', structure.metadata, ({ name, value }) => `${name} “${short(value)}”`),
          ...lines(
            'Field',
            structure.fields,
            ({ name, value }) =>
              `“${short(name)}” with ` +
              (value === null ? 'no value' : `the value “${short([value].flat().join(', '))}”`),
          ),
          ...lines(
            'Annotation',
            structure.annotations,
            ({ type, page, text, target }) =>
              `${type} on page ` +
              (`${page}${text === null ? '' : ` “${short(text)}”`}` +
                (target === null || target === '#' ? '' : ` to ${short(target)}`)),
          ),
          ...lines('Attachment', structure.attachments, ({ name, bytes }) => `“${short(name)}” of ${bytes} bytes`),
          ...lines(
            'Signature',
            structure.signatures,
            ({ field, name }) => `in the field “${short(field)}”${name === null ? '' : ` by ${short(name)}`}`,
          ),
          ...lines('Font', structure.fonts, ({ name }) => short(name)),
        ]),
  ];
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

function textFindings(compared: Compared): string[] {
  if (compared.mode !== 'all' && compared.mode !== 'text') return [];
  const kinds = compared.pairs.flatMap((pair) => changesOf(compared, pair).map(({ kind }) => kind));
  if (kinds.length === 0) return ['No word was changed on the pages that both have.'];
  const counts = (['changed', 'inserted', 'deleted', 'moved'] as const).flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return [`${kinds.length === 1 ? 'One change' : `${kinds.length} changes`} of text: ${counts.join(', ')}.`];
}

/** "Metadata changed: title “A” became title “B”." */
function lines<T>(what: string, found: readonly Difference<T>[], say: (one: T) => string): string[] {
  const sentences = found.slice(0, maxLines).map(({ kind, before, after }) => {
    if (before !== null && after !== null) return `${what} changed: ${say(before)} became ${say(after)}.`;
    return `${what} ${kind}: ${before === null ? (after === null ? '' : say(after)) : say(before)}.`;
  });
  return found.length > maxLines ? [...sentences, `${what}: ${found.length - maxLines} more differences.`] : sentences;
}

import type { StepStyles } from '../../../render/typeset/styles/stretch-styles.ts';
import type { Session } from '../../../store/facets/sessions.ts';
import type { Layout } from './layout.ts';
import type { AddedStyles, StylesByOperation } from './log/log-styles.ts';
import { mayAddStyles } from './log/operation-kinds.ts';
import type { Runs } from './runs.ts';
import type { SessionLog } from './log/session-log.ts';

/** How a session is laid out. */
interface Passes {
  readonly session: Pick<Session, 'id'>;
  readonly runs: Runs;
  /** Composes operations, and finds the styles that each of them adds; `null` where they are refused. */
  readonly measure: (operations: readonly Uint8Array[]) => Promise<readonly StepStyles[] | null>;
  readonly pass: (log: SessionLog) => Promise<Layout | null>;
}

/** In the second one its runs have shown styles of operations that none were expected of. */
const maxPasses = 2;

const noStyles: StepStyles = { sheets: [], elements: [], hasListing: false };

/** Lays out a session with the styles that its content adds: they apply to all of its pages. */
export async function settleStyles(
  log: SessionLog,
  { session: { id }, runs, measure, pass }: Passes,
): Promise<Layout | null> {
  const known = new Map(runs.stylesOf(id));
  const isUnknown = (operation: Uint8Array, index: number): boolean =>
    !known.has(log.stored[index] ?? '') && log.segments.kindOf(index) === 'content' && mayAddStyles(operation);
  const unknown = log.log.flatMap((operation, index) => (isUnknown(operation, index) ? [index] : []));
  const measured = unknown.length === 0 ? [] : await measure(unknown.flatMap((index) => log.log[index] ?? []));
  if (measured === null) return null;
  unknown.forEach((index, step) => known.set(log.stored[index] ?? '', measured[step] ?? noStyles));
  for (let count = 0; count < maxPasses; count += 1) {
    const styles = addedBy(log, known);
    const layout = await pass(log.styledBy(styles));
    if (layout === null) return null;
    for (const { at, run } of layout.runs)
      for (const { operation, ...added } of run.styles) known.set(log.stored[at + operation] ?? '', added);
    runs.style(id, ofLog(log, known));
    if (isSame(addedBy(log, known), styles)) return layout;
  }
  return null;
}

const isSame = (one: AddedStyles, other: AddedStyles): boolean =>
  one.sheets.length === other.sheets.length &&
  one.elements.length === other.elements.length &&
  one.sheets.every(({ css, once, index }, at) => {
    const sheet = other.sheets[at];
    return sheet?.css === css && sheet.once === once && sheet.index === index;
  }) &&
  one.elements.every(({ element, index }, at) => {
    const own = other.elements[at];
    return own?.element === element && own.index === index;
  });

function addedBy({ stored }: SessionLog, known: StylesByOperation): AddedStyles {
  const added = stored.flatMap((digest, index) => {
    const own = known.get(digest);
    return own === undefined ? [] : [{ ...own, index }];
  });
  return {
    sheets: added.flatMap(({ sheets, index }) => sheets.map((sheet) => ({ ...sheet, index }))),
    elements: added.flatMap(({ elements, index }) => elements.map((element) => ({ element, index }))),
  };
}

/** Those of operations that the session has. */
const ofLog = ({ stored }: SessionLog, known: StylesByOperation): StylesByOperation =>
  new Map(
    stored.flatMap((digest) => {
      const own = known.get(digest);
      return own === undefined ? [] : [[digest, own] as const];
    }),
  );

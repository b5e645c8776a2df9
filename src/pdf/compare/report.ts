import type { StructureCompared } from './compare-structure.ts';
import type { VisualDifference } from './pages/compare-visual.ts';
import type { ChangeSide, PlainPair } from './words/plain-changes.ts';
import type { Difference } from './structure/difference.ts';

/** The aspect to compare. */
export type CompareMode = 'text' | 'visual' | 'structure' | 'all';

/** All results; null for those that the mode does not need. */
export interface Compared {
  readonly mode: CompareMode;
  readonly pairs: readonly PlainPair[];
  /** Results of the pairs that have both pages, in order. */
  readonly visual: readonly VisualDifference[] | null;
  readonly structure: StructureCompared | null;
}

const looksAt = (mode: CompareMode, part: CompareMode): boolean => mode === part || mode === 'all';

/** The text changes of a pair; empty in modes without text. */
export const changesOf = ({ mode }: Pick<Compared, 'mode'>, { changes }: PlainPair): PlainPair['changes'] =>
  looksAt(mode, 'text') ? changes : [];

/** Visual results of all pairs; null for a page without partner, or without a visual comparison. */
export function visualOfPairs({ pairs, visual }: Pick<Compared, 'pairs' | 'visual'>): (VisualDifference | null)[] {
  let next = 0;
  return pairs.map(({ before, after }) =>
    before === null || after === null || visual === null ? null : (visual[next++] ?? null),
  );
}

/** True where the mode finds no difference. Added and removed pages always count. */
export function isEqual(compared: Compared): boolean {
  const { pairs, visual, structure } = compared;
  if (pairs.some((pair) => pair.before === null || pair.after === null || changesOf(compared, pair).length > 0))
    return false;
  return (
    (visual ?? []).every(({ share }) => share === 0) &&
    (structure === null || Object.values(structure).every((found: readonly unknown[]) => found.length === 0))
  );
}

/** The response of compare (docs/spec/tools.md). */
export function reportOf(compared: Compared): object {
  const visual = visualOfPairs(compared);
  const pages = compared.pairs.map((pair, index) => ({
    before: pair.before?.number ?? null,
    after: pair.after?.number ?? null,
    changes: changesOf(compared, pair).map(({ kind, before, after }) => ({
      kind,
      before: sideReport(before),
      after: sideReport(after),
    })),
    visualDifference: visual[index] ? share(visual[index].share) : null,
  }));
  return { equal: isEqual(compared), pages, ...structureOf(compared.structure) };
}

const sideReport = (side: ChangeSide | null) =>
  side === null ? null : { page: side.page, text: side.text, box: side.box };
/** A rounded share that is never 0 for a difference. */
const share = (value: number): number => (value === 0 ? 0 : Math.max(1e-6, Math.round(value * 1e6) / 1e6));

function structureOf(structure: StructureCompared | null): object {
  if (structure === null) return { metadata: null, fields: null, annotations: null };
  const { metadata, fields, annotations, attachments, signatures, fonts } = structure;
  return {
    metadata: metadata.map(({ kind, before, after }) => ({
      kind,
      name: (before ?? after)?.name,
      before: before?.value ?? null,
      after: after?.value ?? null,
    })),
    fields: fields.map(named),
    annotations,
    attachments: attachments.map(named),
    signatures: signatures.map(({ kind, before, after }) => ({
      kind,
      field: (before ?? after)?.field,
      before: without(before, 'field'),
      after: without(after, 'field'),
    })),
    fonts: fonts.map(({ kind, before, after }) => ({ kind, name: (before ?? after)?.name })),
  };
}

/** The name once, with the values of both sides. */
const named = ({ kind, before, after }: Difference<{ readonly name: string }>) => ({
  kind,
  name: (before ?? after)?.name,
  before: without(before, 'name'),
  after: without(after, 'name'),
});

function without(value: object | null, key: string): object | null {
  return value === null ? null : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

import type { Composed, ComposedSegment } from '../compose/compose-job.ts';
import { countFields, type FieldCount } from '../content/forms/field-count.ts';
import { printSegment } from './fragments/print-segment.ts';
import { printOne, type PrintPass } from './print-one.ts';
import type { Part, Printed, PrintedParts } from './printed-part.ts';

/** Prints all segments. Segments and parts that did not change since the `earlier` pass are not printed again. */
export async function printParts(pass: PrintPass, earlier: PrintedParts | null): Promise<PrintedParts> {
  const { job, composed, everyPage } = pass;
  const { stages } = job.context;
  const total = composed.segments.length + 1;
  const parts: Part[] = [];
  const reusable = new Map<string, Printed>();
  const fields = countFields();
  for (const [index, segment] of composed.segments.entries()) {
    const known = partsOf(earlier, { index, segment }, composed);
    const lastNote = parts.findLast(({ notes }) => notes !== undefined)?.notes?.last ?? 0;
    const isMended = everyPage?.has(index) === true && known?.some(({ notes }) => notes?.everyPage === false) === true;
    const own =
      known !== undefined && !isMended
        ? known
        : withFewerMisplaced(
            known,
            await printAny({ ...pass, lastNote }, { index, segment }, { earlier, reusable, fields }),
          );
    parts.push(...own);
    fields.add(own.flatMap(({ widgets }) => widgets));
    stages.progress('print', index + 1, total);
  }
  return { composed, parts, reusable };
}

/** The parts of a segment in an `earlier` pass, where they are also a print of it now. */
function partsOf(
  earlier: PrintedParts | null,
  { index, segment }: { readonly index: number; readonly segment: ComposedSegment },
  composed: Composed,
): readonly Part[] | undefined {
  const before = earlier?.composed.segments[index];
  if (before === undefined || !isSame(segment, before) || !showsSame(segment, composed, earlier?.composed)) return;
  return earlier?.parts.filter((part) => part.segment === index);
}

/** Those of two prints of a segment that have fewer notes on wrong pages; the earlier ones where both have as many. */
const withFewerMisplaced = (earlier: readonly Part[] | undefined, printed: readonly Part[]): readonly Part[] =>
  earlier !== undefined && misplacedIn(earlier) <= misplacedIn(printed) ? earlier : printed;

const misplacedIn = (parts: readonly Part[]): number =>
  parts.reduce((sum, { notes }) => sum + (notes?.misplaced ?? 0), 0);

interface Passed {
  readonly earlier: PrintedParts | null;
  readonly reusable: Map<string, Printed>;
  /** Fields of the segments before. */
  readonly fields: FieldCount;
}

async function printAny(
  pass: PrintPass,
  { index, segment }: { index: number; segment: ComposedSegment },
  passed: Passed,
): Promise<Part[]> {
  const { job, composed } = pass;
  const alone = { segment: index, continues: 'nothing', levels: [] } as const;
  if (segment.kind === 'existing')
    return [
      {
        ...(await job.take({ ...segment.pages, stamped: composed.document.stamps.length > 0 })),
        ...alone,
        places: null,
        measured: null,
        referred: null,
        widgets: [],
        strings: [],
      },
    ];
  if (segment.kind !== 'flow' || segment.long === null) return [{ ...(await printOne(pass, segment)), ...alone }];
  const { long } = segment;
  const all = long.sizes.at(-1) ?? 0;
  let done = 0;
  const share = (size: number): void =>
    job.context.stages.progress('print', index + Math.min(1, (done += size) / all), composed.segments.length + 1);
  return printSegment(pass, { index, segment, long }, { ...passed, share });
}

/** True where references of style sheets in a segment show the same in two passes. Pages from elsewhere have none. */
const showsSame = ({ kind }: ComposedSegment, one: Composed, other: Composed | undefined): boolean =>
  kind === 'remote' || kind === 'existing' || JSON.stringify(one.styleValues) === JSON.stringify(other?.styleValues);

/** True where a print of one segment is also a print of the other. */
function isSame(one: ComposedSegment, other: ComposedSegment): boolean {
  if (one.kind === 'flow') return one.long === null && other.kind === 'flow' && other.html === one.html;
  return one.kind === 'complete' ? other.kind === 'complete' && other.html === one.html : other.kind === one.kind;
}

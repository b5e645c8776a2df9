import { createHash } from 'node:crypto';
import type { Measured, TableSize } from '../../browser/page/measure.ts';
import type { Supply } from '../../browser/network/supply.ts';
import type { Print } from '../../browser/pool.ts';
import type { PrintJob } from '../../browser/print-job.ts';
import type { Continues } from '../../pdf/printed/join/part.ts';
import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import { printedPlaces, type PrintedPlaces } from '../../pdf/printed/printed-places.ts';
import { AppError } from '../../problems.ts';
import type { Composed, ComposedSegment } from '../compose/compose-job.ts';
import { mainPage, type ExistingPages } from '../model/document.ts';
import { countFields, type FieldCount } from '../content/forms/field-count.ts';
import { ownEnds, printControls, type PrintControls } from '../content/forms/print-controls.ts';
import { keyPrefix } from '../content/forms/widgets-of-controls.ts';
import { letGo, type StoredFile } from './fragments/part-files.ts';
import { withLanes, type Lanes } from './fragments/lanes.ts';
import type { LongFlow } from './fragments/planning/flow.ts';
import { wholeHtml } from './fragments/part-html.ts';
import { sampleHtml } from './fragments/planning/sample-html.ts';
import type { TableSizes } from './fragments/planning/table-part.ts';
import { nested } from './fragments/renest-outline.ts';
import { printLong } from './fragments/print-fragments.ts';
import { Misjudged } from './fragments/print-part.ts';
import { withExactPages, withExactWidth } from '../model/paper-sizes.ts';
import { printJob, supply, type Printable, type PrintTask } from './print-job.ts';

/** A file with pages. */
export interface TakenPages {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** The pages of one segment, or of a part of it. */
export interface Part extends Omit<TakenPages, 'pdf'> {
  /** As it was printed; a part of a segment is kept. */
  readonly pdf: Uint8Array | StoredFile;
  /** Index of the segment. */
  readonly segment: number;
  /** What its print told; `null` of pages that were not printed here. */
  readonly places: PrintedPlaces | null;
  /** What its page measured after the print; `null` where nobody wanted to know. */
  readonly measured: Measured | null;
  /** What its form controls become, where they become fields. */
  readonly widgets: readonly FormWidget[];
  /** How it goes on from the part before. */
  readonly continues: Continues;
  /** Levels of its headings, of a part of a segment. */
  readonly levels: readonly number[];
}

/** True for the parts of a segment that was printed in several. */
export const isPiece = (all: readonly Part[], segment: number): boolean =>
  all.filter((part) => part.segment === segment).length > 1;

/** What printing the parts of a document takes. */
export interface PartsPrint extends PrintTask {
  readonly print: Print;
  /** Lends a page that nobody uses, for one print; `null` where there is none. */
  readonly spare: <T>(work: (print: Print) => Promise<T>) => Promise<T> | null;
  /** The chosen pages of an existing PDF as a document of their own. */
  readonly take: (pages: ExistingPages) => Promise<TakenPages>;
  /** Packs a file away that waits for others; it is there for as long as the document is made. */
  readonly keep: (pdf: Uint8Array) => Promise<StoredFile>;
  /** True where somebody wants to know what the pages measure. */
  readonly measured: boolean;
}

/** The parts of a document as they were printed in a pass. */
export interface Laid {
  readonly composed: Composed;
  readonly parts: readonly Part[];
  /** Of long segments, by what was asked for. */
  readonly printed: ReadonlyMap<string, Printed>;
}

/** One print. */
export type Printed = Pick<Part, 'pdf' | 'pages' | 'measured' | 'widgets'> & { readonly places: PrintedPlaces };

/** What is left of a probe: its file tells nothing else. */
const nothing = new Uint8Array();

/** The pages of every segment; what is as it was in an earlier pass is not printed again. */
export async function printParts(
  job: PartsPrint,
  composed: Composed,
  earlier: Laid | null,
  warn: Supply['warn'],
): Promise<Laid> {
  const parts: Part[] = [];
  const kept = new Map<string, Printed>();
  const { stages } = job.context;
  const fields = countFields();
  for (const [index, segment] of composed.segments.entries()) {
    const before = earlier?.composed.segments[index];
    const same = before !== undefined && isSame(segment, before);
    const known = same ? earlier?.parts.filter((part) => part.segment === index) : undefined;
    const alone = { segment: index, continues: 'nothing', levels: [] } as const;
    const first = parts.length;
    if (known !== undefined) parts.push(...known);
    else if (segment.kind === 'existing')
      parts.push({ ...(await job.take(segment.pages)), ...alone, places: null, measured: null, widgets: [] });
    else if (segment.kind === 'flow' && segment.long !== null) {
      const all = segment.long.sizes.at(-1) ?? 0;
      let done = 0;
      const share = (size: number): void =>
        stages.progress('print', index + Math.min(1, (done += size) / all), composed.segments.length + 1);
      parts.push(
        ...(await printSegment(
          job,
          composed,
          { index, segment, long: segment.long },
          { earlier, kept, warn, share, fields },
        )),
      );
    } else parts.push({ ...(await printOne(job, composed, segment, warn)), ...alone });
    fields.add(parts.slice(first).flatMap(({ widgets }) => widgets));
    stages.progress('print', index + 1, composed.segments.length + 1);
  }
  return { composed, parts, printed: kept };
}

/** True where a print of one segment is a print of the other, too. */
function isSame(one: ComposedSegment, other: ComposedSegment): boolean {
  if (one.kind === 'flow') return one.long === null && other.kind === 'flow' && other.html === one.html;
  return one.kind === 'complete' ? other.kind === 'complete' && other.html === one.html : other.kind === one.kind;
}

/** Prints a segment, or of a print the chosen pages. */
export async function printOne(
  job: PartsPrint,
  composed: Composed,
  segment: Printable,
  warn: Supply['warn'],
  pages: string | null = null,
): Promise<Printed> {
  const measured: Measured[] = [];
  const whole =
    segment.kind === 'flow' && segment.long !== null
      ? { ...segment, html: wholeHtml(segment.long), long: null }
      : segment;
  const controls = printControls(job, {
    segment: composed.segments.indexOf(segment),
    part: null,
    scale: segment.kind === 'flow' ? 1 : composed.document.scale,
  });
  const printed = await job.print(
    printJob(job, composed, whole, { pages, measured: measuring(job, measured), forms: controls.forms }),
    supply(job, composed, whole, warn),
  );
  const pdf = exactPages(printed, composed, segment);
  return printedOf(pdf, measured, controls);
}

function exactPages(pdf: Uint8Array, { document: { pages, singlePage } }: Composed, segment: Printable): Uint8Array {
  const main = pages[mainPage];
  if (singlePage && main !== undefined) return withExactWidth(pdf, main);
  return withExactPages(pdf, [...(segment.kind === 'complete' ? [segment.page] : []), ...Object.values(pages)]);
}

function printedOf(pdf: Uint8Array, measured: readonly Measured[], { widgets }: PrintControls): Printed {
  const places = printedPlaces(pdf);
  return { pdf, pages: places.pages.length, places, measured: measured[0] ?? null, widgets: widgets() };
}

const measuring = ({ measured }: PartsPrint, into: Measured[]) =>
  measured ? (found: Measured) => void into.push(found) : null;

interface LongSegment {
  readonly index: number;
  readonly segment: Printable;
  readonly long: LongFlow;
}

interface LongPass {
  readonly earlier: Laid | null;
  readonly kept: Map<string, Printed>;
  readonly warn: Supply['warn'];
  /** Told the size of what has been printed. */
  readonly share: (size: number) => void;
  /** Of all that was printed before. */
  readonly fields: FieldCount;
}

/**
 * A long segment in parts, on the page that the document has and on free ones; in one, where it can not be cut, or its
 * pages turn out to break otherwise than they did.
 */
async function printSegment(
  job: PartsPrint,
  composed: Composed,
  segment: LongSegment,
  pass: LongPass,
): Promise<Part[]> {
  const inParts = await withLanes<Print, Part[] | null>({ own: job.print, spare: job.spare }, (lanes) =>
    printInParts(job, composed, segment, { ...pass, lanes }),
  ).catch((error: unknown) => {
    if (!(error instanceof Misjudged)) throw error;
    job.context.log.warn({ err: error }, 'a long document is printed in one go');
    return null;
  });
  return (
    inParts ?? [
      {
        ...(await printOne(job, composed, segment.segment, pass.warn)),
        segment: segment.index,
        continues: 'nothing',
        levels: [],
      },
    ]
  );
}

async function printInParts(
  job: PartsPrint,
  composed: Composed,
  { index, segment, long }: LongSegment,
  { earlier, kept, warn, share, fields, lanes }: LongPass & { lanes: Lanes<Print> },
): Promise<Part[] | null> {
  const plain = printJob(job, composed, segment);
  const ends = ownEnds(job);
  const print = async (
    page: Print,
    html: string,
    wish: Partial<PrintJob>,
    controls: PrintControls,
  ): Promise<{ file: Uint8Array; done: Printed }> => {
    const measured: Measured[] = [];
    const wanted = measuring(job, measured);
    const asked = {
      ...plain,
      ...wish,
      source: { html },
      forms: controls.forms,
      measure:
        wanted === null || wish.tagged === false
          ? null
          : printJob(job, composed, segment, { measured: wanted }).measure,
    };
    const file = exactPages(await page(asked, supply(job, composed, segment, warn)), composed, segment);
    return { file, done: { ...printedOf(file, measured, controls), pdf: nothing } };
  };
  const most = Math.min(job.request.output.maxPages ?? job.maxPages, job.maxPages);
  let count = 0;
  const counted = fields.ahead();
  const settled = earlier?.parts.some((part) => part.segment === index) ?? false;
  const widths = await tableSizes(job, composed, { index, segment, long }, lanes, warn);
  if (widths === null) return null;
  const parts = await printLong<Printed>({
    flow: long,
    widths,
    ends: job.request.output.forms ? ends : null,
    progress(size, { pages, widgets }) {
      count += Math.sign(size) * pages;
      if (count > most)
        throw new AppError('too-many-pages', `The document has more than the ${most} pages that are allowed.`);
      counted.add(widgets, size > 0 ? 1 : -1);
      if (!settled) share(size);
    },
    async print({ html, from, skip, pages, after, probe }) {
      const wish = {
        pages: `${after > 0 ? `${1 + skip},` : ''}${1 + skip + after}-${skip + (pages ?? after + most + 1)}`,
        ...(probe ? { tagged: false, outline: false } : {}),
      };
      const place = { segment: index, part: from, scale: 1 };
      const controls = printControls(job, place, ends);
      const { key, file, done } = await lanes.run(async (page) => {
        const source = html();
        // A table of contents makes another pass: what it has not changed is not printed again.
        const key =
          composed.document.contents.length > 0
            ? createHash('sha256')
                .update(`${keyPrefix(place)} ${wish.pages} ${String(probe)} ${source}`)
                .digest('base64')
            : null;
        const known = key === null ? undefined : earlier?.printed.get(key);
        return {
          key,
          ...(known === undefined ? await print(page, source, wish, controls) : { file: null, done: known }),
        };
      });
      if (file !== null && probe) letGo(file);
      const ready = probe || file === null ? done : { ...done, pdf: await job.keep(file) };
      if (key !== null) kept.set(key, ready);
      return ready;
    },
  });
  return nested(parts).map(({ printed, continues, levels }) => ({ ...printed, segment: index, continues, levels }));
}

/**
 * What each long table measures with all of its rows; `null` where it is not cut, or an element around it or around
 * other content is not: it lays out or paints all that it holds as one.
 */
async function tableSizes(
  job: PartsPrint,
  composed: Composed,
  { index, segment, long }: LongSegment,
  lanes: Lanes<Print>,
  warn: Supply['warn'],
): Promise<TableSizes | null> {
  const { html, samples } = sampleHtml(long);
  if (samples.length === 0) return new Map();
  const found: Measured[] = [];
  const { forms } = printControls(job, { segment: index, part: null, scale: 1 });
  const asked = printJob(job, composed, segment, { measured: (measured) => void found.push(measured), forms });
  const sample: PrintJob = {
    ...asked,
    source: { html },
    tagged: false,
    outline: false,
    measure: asked.measure && { ...asked.measure, looks: true },
  };
  await lanes.run((print) => print(sample, supply(job, composed, segment, warn)));
  const sizes = new Map<number, TableSize>();
  for (const [
    at,
    {
      index: block,
      block: { within, ...content },
    },
  ] of samples.entries()) {
    const { table: size = null, flows = false } = found[0]?.looks?.[at] ?? {};
    const table = 'table' in content ? content.table : null;
    if (
      !flows ||
      (table !== null &&
        (size === null
          ? table.ofHtml || within.length > 0
          : size.repeats.head > 0 !== table.repeats || size.repeats.foot > 0 !== (table.foot !== '')))
    )
      return null;
    if (size !== null) sizes.set(block, size);
  }
  return sizes;
}

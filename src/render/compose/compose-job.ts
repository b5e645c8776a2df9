import { attach, nameAttachments, type AttachmentOptions } from '../model/attachments.ts';
import { compose, type ComposeProgress } from './compose.ts';
import { composeComplete, type ComposedComplete } from '../complete/compose-complete.ts';
import type { Document } from '../model/document.ts';
import type { CompleteSegment, ExistingPages, FlowSegment, RemotePage, Segment, WaitFor } from '../model/segments.ts';
import type { Operation } from '../model/operation.ts';
import { longDate } from '../templates/format.ts';
import { refuseWithoutRoom, warningsOfRoom } from '../running/content-room.ts';
import { takeHeights } from '../running/running-content.ts';
import { halvedFlow } from '../print/fragments/halved-flow.ts';
import { longBlocks, longFlow } from '../print/fragments/planning/long-flow.ts';
import { type LongFlow } from '../print/fragments/planning/flow.ts';
import { documentFacts } from '../preview/document-facts.ts';
import { stepEnd, stretchFlow, stretchSegment } from '../preview/stretch-flow.ts';
import type { StepEnd, StretchFacts, StretchOptions } from '../preview/stretch-flow.ts';
import { setMarginStrings, type MarginValues } from '../running/strings/margin-values.ts';
import { takePageRules } from './page-rules.ts';
import { flowParts, htmlOf, styleOf, type PageOptions } from './page.ts';
import { StretchNumbers } from '../numbering/stretch-numbers.ts';
import { StretchStyles, type StepStyles } from '../typeset/styles/stretch-styles.ts';
import type { StyleValues } from '../typeset/references/style-references.ts';
import type { Step } from '../model/types/step.ts';
import type { HtmlSource } from '../received/html-request.ts';
import type { DocumentOptions } from '../model/request.ts';
import type { Template } from '../templates/templates.ts';

/** Everything that composing needs. Plain data: it runs on another thread. */
export interface ComposeJob {
  readonly steps: readonly Step[];
  readonly options: DocumentOptions;
  /** Present for HTML that was sent as a file. */
  readonly source?: HtmlSource | undefined;
  /** `output.attachments`. */
  readonly attachments: readonly AttachmentOptions[];
  readonly templates: readonly Template[];
  /** Style sheet of the built-in operations. */
  readonly baseCss: string;
  /** Base address of the document's assets, see `Supply.base`. */
  readonly base: string;
  /** Time of the request, for `{date}`. */
  readonly now: Date;
  /** Page indexes of the probes, from the second pass on. */
  readonly resolved: Readonly<Record<string, number>> | null;
  /** Page numbers for tables of contents and references, see `placeKey`, from the second pass on. */
  readonly contents: Readonly<Record<string, string>> | null;
  /** The order of these pages, see `pageOrders`. */
  readonly orders?: Readonly<Record<string, number>> | null;
  /** What references of style sheets show, from the second pass on. */
  readonly styleValues?: StyleValues | null;
  /** Values of the strings in margin boxes, from the second pass on, see `marginKey`. */
  readonly marginValues?: MarginValues;
  /** True where HTML form controls become fields. */
  readonly forms?: boolean;
  /** Size of the parts of a long document, see `sizeOf` in unit-size.ts. */
  readonly partSize?: number | undefined;
  /** True where the browsers are so idle that a long table is printed in two halves at once. */
  readonly halved?: boolean;
  /** Heights of headers and footers in points, once they have been measured (see measure-running-content.ts). */
  readonly runningHeights?: readonly (number | null)[];
  /** A stretch of a document, which is printed without the rest (see `stretchFlow`). */
  readonly stretch?: StretchOptions | undefined;
}

/**
 * Results of earlier passes: page indexes of probes, page numbers for tables of contents and references,
 * heights of headers and footers.
 */
export type Passes = Pick<
  ComposeJob,
  'resolved' | 'contents' | 'orders' | 'styleValues' | 'marginValues' | 'runningHeights'
>;

/** A part of the document, ready to be printed. */
export type ComposedSegment =
  | {
      readonly kind: 'flow';
      readonly html: string;
      readonly scripts: boolean;
      readonly scripted: readonly string[];
      readonly waitFor: readonly WaitFor[];
      readonly probes: readonly string[];
      /** `null` where it is printed in one go; else `html` is empty. */ readonly long: LongFlow | null;
    }
  | ({
      readonly kind: 'complete';
      readonly pointer: string;
      readonly scripts: boolean;
      readonly waitFor: readonly WaitFor[];
      readonly anchors: readonly string[];
      readonly marks: CompleteSegment['marks'];
    } & ComposedComplete)
  | { readonly kind: 'remote'; readonly page: RemotePage }
  | { readonly kind: 'existing'; readonly pages: ExistingPages };

/** The document for the print. */
export interface Composed {
  readonly segments: readonly ComposedSegment[];
  /** The model, without the content that now stands in `segments`. */
  readonly document: Document;
  /** `{date}`, formatted for readers. */
  readonly date: string;
  /** Texts of the composed headings, without those that scripts may add. */
  readonly headings: readonly string[];
  /** What references of style sheets show; `null` in the first pass. */
  readonly styleValues: StyleValues | null;
  /** What a stretch has beside its flow; `null` where its pages depend on the rest, or it is a whole document. */
  readonly stretch: StretchFacts | null;
  /** For each step of a stretch, the styles that its content adds. */
  readonly addedStyles: readonly StepStyles[];
}

/** Composes steps into HTML. Throws the errors of the operations. */
export function composeJob(job: ComposeJob, operations: readonly Operation[], progress?: ComposeProgress): Composed {
  const numbers = job.stretch?.numbers ? new StretchNumbers(job.stretch.numbers) : null;
  const styles = job.stretch === undefined ? null : new StretchStyles(job.stretch.styles);
  const resources = {
    templates: job.templates,
    ...(job.resolved && { resolved: job.resolved }),
    ...(job.contents && { contents: job.contents }),
    ...(job.orders && { orders: job.orders }),
    ...(job.stretch !== undefined && { isPart: true, families: job.stretch.families }),
    ...(numbers !== null && { numbers }),
    ...(styles !== null && { styles }),
    ...(job.stretch?.listing && { listing: job.stretch.listing }),
  };
  const ends: StepEnd[] = [];
  const document = compose({
    steps: job.steps,
    options: job.options,
    source: job.source,
    operations,
    resources,
    progress,
    ...(job.stretch !== undefined && { composed: (composed) => void ends.push(stepEnd(composed)) }),
  });
  for (const [index, attachment] of job.attachments.entries())
    attach(document, attachment, `/output/attachments/${index}`);
  nameAttachments(document);
  takePageRules(document);
  if (document.marginStrings.length > 0) setMarginStrings(document, job.marginValues ?? {});
  if (job.runningHeights) takeHeights(document, job.runningHeights);
  const measured = job.runningHeights !== undefined;
  if (document.segments.some(({ kind }) => kind === 'flow' || kind === 'remote'))
    refuseWithoutRoom(document, Object.values(document.pages), { measured, isComplete: false });
  const date = longDate(document.lang, job.now);
  const options = { base: job.base, baseCss: styleOf(job.baseCss, job.options), date };
  const complete = document.segments.find((segment) => segment.kind === 'complete');
  const stretch =
    job.stretch === undefined || styles === null || complete !== undefined
      ? null
      : stretchFlow(document, { ...job.stretch, numbered: numbers, styled: styles, ends, options });
  const facts =
    job.stretch === undefined || complete === undefined
      ? (stretch?.facts ?? null)
      : documentFacts(document, complete, job.stretch);
  const segments = segmentsOf(document, { ...job, options, measured, stretch: stretch?.flow ?? null });
  return {
    document: { ...document, segments: document.segments.map(withoutContent), made: [] },
    date,
    headings: job.stretch?.headed ? [job.stretch.headed.heading] : document.headings.map(({ text }) => text),
    styleValues: job.styleValues ?? null,
    stretch: facts,
    addedStyles: styles?.steps ?? [],
    segments,
  };
}

/** How the segments of a document are made ready for the print. */
interface Cutting extends Pick<ComposeJob, 'partSize' | 'forms' | 'halved'> {
  readonly options: PageOptions;
  /** True where headers and footers have been measured. */
  readonly measured: boolean;
  /** The flow of a stretch; `null` where it is none. */
  readonly stretch: LongFlow | null;
}

function segmentsOf(document: Document, cutting: Cutting): ComposedSegment[] {
  const { options, measured, stretch } = cutting;
  if (stretch === null) {
    const cut = document.segments.map((segment) =>
      segment.kind === 'flow' ? longBlocks(document, segment, cutting) : null,
    );
    document.inParts = cut.some((blocks) => blocks !== null);
    return document.segments.map((segment, index): ComposedSegment => {
      const blocks = cut[index] ?? null;
      if (segment.kind === 'complete') {
        const { kind, pointer, scripts, waitFor, anchors, marks } = segment;
        const complete = composeComplete(document, segment);
        refuseWithoutRoom(document, [complete.page], { measured, isComplete: true });
        document.warnings.push(...warningsOfRoom(document, complete.page, pointer));
        const conditions = waitFor === null ? [] : [waitFor];
        return { kind, pointer, scripts, waitFor: conditions, anchors, marks, ...complete };
      }
      if (segment.kind !== 'flow') return segment;
      const parts = () => flowParts(document, segment, options);
      const halves = cutting.halved === true && blocks === null ? halvedFlow(document, segment, parts, cutting) : null;
      document.inParts ||= halves !== null;
      const long = blocks === null ? halves : longFlow(parts(), blocks, segment.anchors, cutting);
      return flowOf(segment, long === null ? htmlOf(document, segment, options) : '', long);
    });
  }
  const segment = stretchSegment(document);
  return segment === undefined ? [] : [flowOf(segment, '', stretch)];
}

const flowOf = (
  { scripts, scripted, waitFor, probes }: FlowSegment,
  html: string,
  long: LongFlow | null,
): ComposedSegment => ({ kind: 'flow', html, scripts, scripted, waitFor, probes, long });

/** The segment without its content, which is in the composed segments: the model goes to other threads without it. */
function withoutContent(segment: Segment): Segment {
  if (segment.kind === 'complete') return { ...segment, html: { ...segment.html, source: '', sheets: [] }, edits: [] };
  return segment.kind === 'flow' ? { ...segment, sheets: [] } : segment;
}

import type { ContentBudget } from '../../content/budget.ts';
import type { FontCache } from '../../content/interpreter-options.ts';
import type { Lookup } from '../../content/lookup.ts';
import type { Operation } from '../../content/operation.ts';
import { runPage } from '../../content/run-page.ts';
import type { Context, Mark, PaintedImage, PaintedPath, ShownGlyph, ShownText } from '../../content/visitor.ts';
import type { Frame } from '../../content/state/frame.ts';
import type { PdfPage } from '../../file/pdf-file.ts';

/** A text operation in its frame. */
export interface Show {
  readonly kind: 'show';
  readonly shown: ShownText;
  readonly context: Context;
  /** The next operation continues at the end of this one. */
  followed: boolean;
}

/** An operation that positions text, or begins or ends a text object. */
export interface Move {
  readonly kind: 'move';
  readonly operation: Operation;
  readonly leading: number;
}

/** The operations of one run of one content stream. */
export interface ScannedFrame {
  readonly frame: Frame;
  /** Shows and moves in their order. */
  readonly texts: (Show | Move)[];
  readonly paths: { readonly path: PaintedPath; readonly context: Context }[];
  readonly images: { readonly image: PaintedImage; readonly context: Context }[];
  readonly shadings: { readonly operation: Operation; readonly context: Context }[];
  readonly marks: Mark[];
  /** Unknown operators with strings among their operands. */
  readonly strays: Operation[];
  readonly children: ScannedFrame[];
}

/** All content of a page, by frame. */
export interface PageScan {
  /** The outermost frames: the page, and the appearances of its annotations. */
  readonly roots: readonly ScannedFrame[];
  readonly frames: readonly ScannedFrame[];
}

/** Limits and fonts, shared by all pages. */
export interface ScanOptions {
  readonly budget: ContentBudget;
  readonly fonts: FontCache;
}

/** Collects all content of a page that may have to be removed. */
export function scanPage(file: Lookup, page: PdfPage, { budget, fonts }: ScanOptions): PageScan {
  const roots: ScannedFrame[] = [];
  const frames: ScannedFrame[] = [];
  const open = new Map<Frame, ScannedFrame>();
  const lastShows = new Map<Frame, Show>();
  const of = ({ frame }: { readonly frame: Frame }): ScannedFrame => open.get(frame) ?? scanned(frame);
  runPage(
    file,
    page,
    {
      enter(frame) {
        const own = scanned(frame);
        open.set(frame, own);
        frames.push(own);
        if (frame.parent === null) roots.push(own);
        else open.get(frame.parent)?.children.push(own);
        return undefined;
      },
      operation(operation, context) {
        const kind = textOperators[operation.operator];
        if (kind === 'move') {
          lastShows.delete(context.frame);
          of(context).texts.push({ kind: 'move', operation, leading: context.state.text.leading });
        } else if (kind === 'lead') lastShows.delete(context.frame);
        else if (kind === undefined && !known.has(operation.operator) && operation.operands.length > 0)
          of(context).strays.push(operation);
      },
      text(shown, context) {
        const last = lastShows.get(context.frame);
        if (last !== undefined) last.followed = true;
        const show: Show = { kind: 'show', shown, context, followed: false };
        lastShows.set(context.frame, show);
        of(context).texts.push(show);
      },
      path: (path, context) => of(context).paths.push({ path, context }),
      image: (image, context) => of(context).images.push({ image, context }),
      shading: ({ operation }, context) => of(context).shadings.push({ operation, context }),
      mark: (mark, context) => of(context).marks.push(mark),
    },
    { budget, fonts },
  );
  return { roots, frames };
}

function scanned(frame: Frame): ScannedFrame {
  return { frame, texts: [], paths: [], images: [], shadings: [], marks: [], strays: [], children: [] };
}

/** `move` positions text; `lead` positions text and shows some. */
const textOperators: Readonly<Record<string, 'move' | 'lead' | 'show'>> = {
  BT: 'move',
  ET: 'move',
  Td: 'move',
  TD: 'move',
  Tm: 'move',
  'T*': 'move',
  "'": 'lead',
  '"': 'lead',
  Tj: 'show',
  TJ: 'show',
};

/** The operators of ISO 32000-2, annex A. */
const known: ReadonlySet<string> = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q ' +
    'Q re RG rg ri s S sc SC scn SCN sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);

/** The independent texts of a page: the page with its forms, and each pattern, mask, Type 3 glyph and appearance. */
export function flowsOf({ roots }: PageScan): ShownGlyph[][] {
  return roots.flatMap(flowsFrom).filter((flow) => flow.length > 0);
}

/** The text of the page with its forms, in content order. */
export function pageFlow({ roots }: PageScan): ShownGlyph[] {
  return (
    roots
      .filter(({ frame }) => frame.kind === 'page')
      .flatMap((root) => flowsFrom(root).slice(0, 1))
      .at(0) ?? []
  );
}

/** The flow of the frame with its forms comes first. */
function flowsFrom(root: ScannedFrame): ShownGlyph[][] {
  const flows: ShownGlyph[][] = [];
  const visit = (scanned: ScannedFrame, flow: ShownGlyph[]) => {
    // Forms are visited before the content that follows them, so operations are sorted into their order.
    const events = [
      ...scanned.texts.flatMap((entry) =>
        entry.kind === 'show'
          ? [
              {
                at: entry.shown.operation.start,
                run: () => {
                  for (const glyph of entry.shown.glyphs) flow.push(glyph);
                },
              },
            ]
          : [],
      ),
      ...scanned.children.map((child) => ({
        at: child.frame.operation?.start ?? 0,
        run: () => visit(child, child.frame.kind === 'form' ? flow : begun()),
      })),
    ];
    for (const { run } of events.sort((one, other) => one.at - other.at)) run();
  };
  const begun = (): ShownGlyph[] => {
    const flow: ShownGlyph[] = [];
    flows.push(flow);
    return flow;
  };
  visit(root, begun());
  return flows;
}

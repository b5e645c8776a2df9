import { contextOf, type Caller } from '../../caller.ts';
import { requestOf, type RenderSessionDeps } from '../render-session.ts';
import { pagesOf, type Layout, type Shown } from './print-runs.ts';

/** A page of a session that is laid out. */
interface Wanted {
  readonly shown: Shown;
  readonly layout: Layout;
  readonly page: number;
}

/** Content for a page of which only the frame is wanted. */
const anyContent = Buffer.from('{"op":"add_text","text":""}');

/** A file with a page of a session, with its header, footer and watermarks, and the number of the page in that file. */
export async function showRun(
  deps: RenderSessionDeps,
  caller: Caller,
  { shown, layout, page }: Wanted,
): Promise<{ readonly pdf: Uint8Array; readonly page: number }> {
  const place = placeOf(layout, page);
  const { at, run, inRun } = place;
  const { log, pages: count, inParts } = layout;
  const { file } = run;
  const index = run.page + inRun;
  const request = (operations: readonly Uint8Array[]) =>
    requestOf(deps, caller, { ...shown, log: operations, given: {}, dryRun: false });
  const isAsPrinted =
    file.inParts === inParts &&
    (inParts || (file.number + index === page && (!log.showsCount || file.count === count)));
  const again = async () => {
    const next = layout.runs.slice(place.index + 1, place.index + 3);
    const [follower, end] = next[0]?.run.isForced === true ? [undefined, next[0]] : next;
    const { first, indexes } = log.stretch(at, end?.at ?? log.length);
    const operations = indexes.flatMap((operation) => log.log[operation] ?? []);
    const before = inParts ? [] : sizes.slice(0, page - 1 - inRun).map(({ room }) => room);
    const after = inParts ? 0 : count - before.length - run.pages - (follower?.run.pages ?? 0);
    return { request: await request(operations), place: { first, before, after }, inParts, index: inRun };
  };
  const sizes = pagesOf(layout.runs.map((one) => one.run));
  return deps.services.stretches.show(
    {
      ...{ pdf: file.pdf, index, pages: file.pages.length, number: page, sizes, inParts },
      frame: log.hasFrame ? await request([...log.frame(), anyContent]) : null,
      again: isAsPrinted ? null : again,
    },
    { ...contextOf(caller), reports: false },
  );
}

/** The run with a page, and the index of the page in it. */
function placeOf({ runs }: Layout, page: number) {
  let before = 0;
  for (const [index, { at, run }] of runs.entries()) {
    if (before + run.pages >= page) return { index, at, run, inRun: page - 1 - before };
    before += run.pages;
  }
  throw new Error(`The layout of the session has no page ${page}.`);
}

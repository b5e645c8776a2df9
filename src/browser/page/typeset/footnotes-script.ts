/**
 * Runs in the page: `footnotes(parts, job, look)` lays out a document page by page, with the notes at the foot of the
 * pages of their calls. `step(budgetMs)` works for about so long, and returns true when all is done.
 */
export const footnotes = String.raw`function (parts, job, look) {
  // Captions below their tables are read where they are shown, after the rows.
  for (const caption of document.querySelectorAll('caption'))
    if (getComputedStyle(caption).captionSide === 'bottom') caption.parentElement.append(caption);
  const { all, setNumber, last } = parts.noteTexts(job, look, parts);
  const carrier = parts.carryPages(parts, job.carry);
  let deferred = 0;

  function* layOut(root, setup, calls) {
    const carried = carrier.open(root, setup.width, calls);
    const pages = parts.openPages(root, setup);
    carried?.fix(pages);
    const queue = { calls, at: 0, carry: [], deferred: 0 };
    const view = parts.openWindow(pages, parts.readBreaks(pages));
    const numbers = { counts: new Map(), pageOf: (page) => page };
    const { area, splitter } = yield* endPages(pages, view, queue, { isOver: () => false, carried, numbers });
    let carry = [...queue.carry, ...queue.calls.slice(queue.at).map(({ note }) => note)];
    deferred += queue.deferred + queue.calls.length - queue.at;
    while (carry.length > 0) {
      const { foot, release } = area.onOwnPage(carry);
      const bottom = pages.yOf(foot.getBoundingClientRect()).top + pages.height - area.slack;
      const over = carry.findIndex((note) => pages.yOf(note.getBoundingClientRect()).bottom > bottom);
      if (over < 0) {
        release();
        break;
      }
      const fits = splitter.linesIn(carry[over]).some((line) => line <= bottom);
      const rest = carry.slice(over + 1);
      // A note of which no line fits begins the next page; on a page without others it stands as it is.
      const part = fits ? splitter.splitNote(carry[over], bottom) : over > 0 ? carry[over] : null;
      carry = part === null ? rest : [part, ...rest];
      for (const one of carry) one.remove();
      release();
      if (carry.length === 0) break;
      yield;
    }
    pages.close();
    carried?.close();
  }
  const fixedView = { base: 0, moveTo: () => undefined, reach: () => undefined, more: () => false };
  /**
   * Ends pages one after the other, or the columns of a box, up to the first one that is not to be ended. Returns also
   * where it ended, from which it can go on.
   */
  function* endPages(pages, view, queue, { isOver, carried, numbers, start }) {
    const { root } = pages;
    const breaks = parts.readBreaks(pages);
    const area = parts.noteArea(pages, breaks, look, parts);
    const splitter = parts.noteSplitter(pages, look);
    const waiting = queue.calls.slice(queue.at).filter(({ call }) => root.contains(call));
    const heights = measured(root, [...queue.carry, ...waiting.map(({ note }) => note)], area);
    const reader = parts.pageReader(pages, breaks, { view, queue });
    const ends = parts.pageEnds(pages, breaks, { area, heights, splitter, everyPage: job.everyPage });
    const heightOf = (note) => heights.get(note) ?? 0;
    const heightsOf = (notes) => notes.reduce((sum, note) => sum + heightOf(note), 0);
    const nested = new Set();
    /** Numbers calls of a page where each page has its own numbers; true where a call shows something else then. */
    const setNumbers = (calls) => {
      let number = numbers.counts.get(numbers.pageOf(page)) ?? 0;
      let changed = false;
      if (job.numbering !== 'page') return false;
      const widths = calls.map(({ link }) => link.getBoundingClientRect().width);
      for (const one of calls) changed = setNumber(one, (number += 1)) || changed;
      // A shorter number, with its word, might go back to the page before, which has ended: it stays as wide as it was.
      const column = page - view.base;
      for (const [index, { call, link }] of calls.entries())
        if (call.getClientRects().length > 0 && pages.columnOf(call.getClientRects()[0]) < column)
          pages.important(link, 'padding-inline-end', pages.px(widths[index] - link.getBoundingClientRect().width));
      return changed;
    };
    const countNumbers = (taken) => {
      const on = numbers.pageOf(page);
      numbers.counts.set(on, (numbers.counts.get(on) ?? 0) + taken);
    };
    const measure = (notes) => {
      for (const [note, value] of measured(root, notes, area)) heights.set(note, value);
    };
    /** The height of the notes at the foot of a page that has a box. */
    const neededFor = ({ element }, state) => {
      const called = reader.callsOn(state).filter(({ call }) => element.contains(call));
      return heightsOf([null, ...called.map(({ note }) => note)]);
    };
    /** True where a box of columns can begin on a page, above the notes that are called before it there. */
    const hasRoom = ({ own, ...state }, share) => {
      const { element, top } = own.at(-1);
      const above = reader.callsOn({ own, ...state }).filter(({ holder }) => holder < own.length - 1);
      const notes = [...queue.carry, ...above.map(({ note }) => note)];
      if (notes.length === 0 || own.length === 1) return true;
      const needed = heightOf(null) + heightsOf(notes) / share;
      return needed + 6 * (parseFloat(getComputedStyle(element).lineHeight) || 20) * pages.zoom < pages.height - top;
    };
    let [page, cursor] = start ?? [view.base + reader.firstColumn(), root.firstChild];
    while (page < Infinity && !isOver(page)) {
      view.moveTo(cursor);
      let state = reader.read(cursor, page);
      while (state.next === undefined && view.more()) state = reader.read(cursor, page);
      const box = state.own.at(-1);
      const isNew = box !== undefined && !nested.has(box.element);
      const columns = isNew ? parts.columnsOf(pages, box) : null;
      const row = isNew && columns === null ? parts.rowOf(pages, box, () => neededFor(box, state)) : null;
      if ((columns !== null || row !== null) && hasRoom(state, (columns ?? row).widest)) {
        nested.add(box.element);
        const above = reader.deferUpTo(box.element);
        setNumbers(above);
        countNumbers(above.length);
        const { base } = view;
        const within = (pageAt) => ({ ...numbers, pageOf: (index) => numbers.pageOf(base + pageAt(index)) });
        if (row !== null) yield* endRow(pages, row, queue, { heightsOf, numbers: within((index) => index) });
        else
          yield* endPages(columns, fixedView, queue, {
            ...{ isOver: columns.isOver, carried: null },
            numbers: within(columns.pageAt),
          });
        if (queue.carry.length > 0) measure(queue.carry);
        [page, cursor] = [view.base + (columns ?? row).lastPage(), box.element];
        continue;
      }
      const isByPage = job.numbering === 'page';
      if (isByPage && setNumbers(reader.callsOn(state).map(({ one }) => one))) state = reader.read(cursor, page);
      const endsTable = () =>
        carried?.endPage(pages, view, {
          ...{ column: state.column, found: reader.callsOn(state), carry: queue.carry },
          heightOf,
        });
      while (endsTable()) {
        state = reader.read(cursor, page);
        while (state.next === undefined && view.more()) state = reader.read(cursor, page);
      }
      const found = reader.callsOn(state);
      let next = state.next;
      const { lastColumn = 0 } = box ?? {};
      if (queue.carry.length + found.length > 0 || (job.everyPage && next !== undefined)) {
        const done = state.own.length === 0 ? null : ends.choose(state, found, queue.carry);
        if (done === null) {
          queue.carry = [...queue.carry, ...found.map(({ note }) => note)];
          queue.deferred += found.length;
          queue.at += found.length;
          countNumbers(found.length);
        } else {
          queue.carry = done.rest;
          queue.at += done.taken;
          countNumbers(done.taken);
          if (done.foot !== null) next = done.following;
        }
        if (queue.carry.length > 0) measure(queue.carry);
      }
      view.reach(next?.element ?? cursor);
      yield;
      if (next === state.next && lastColumn > state.column) [page, cursor] = [view.base + lastColumn, box.element];
      else if (next === undefined) page = Infinity;
      else [page, cursor] = [view.base + next.column, next.nodes[0] ?? next.element];
    }
    return { area, splitter, end: [page, cursor] };
  }
  /**
   * Ends the pages of the boxes of a row. Notes of its last page are left for the foot of that page where there is room
   * for them; else they stand at the feet of their boxes, and what follows begins a page.
   */
  function* endRow(pages, row, queue, { heightsOf, numbers }) {
    const waiting = queue.calls.slice(queue.at);
    // Notes that are called above the row stand at the foot of its widest box.
    const flows = row.items.map((item) => ({
      item,
      queue: {
        calls: waiting.filter(({ call }) => item.root.contains(call)),
        at: 0,
        carry: item.width === row.width ? queue.carry.splice(0) : [],
        deferred: 0,
      },
      end: undefined,
    }));
    if (flows.length === 0) return;
    const leftIn = (flow) => [...flow.queue.carry, ...flow.queue.calls.slice(flow.queue.at).map(({ note }) => note)];
    const isTight = () => {
      const left = flows.flatMap(leftIn);
      return left.length > 0 && heightsOf([null, ...left]) > row.room();
    };
    let limit;
    let tight;
    do {
      tight = isTight();
      limit = row.lastPage() + (tight ? 1 : 0);
      for (const flow of flows) {
        if (leftIn(flow).length === 0 && !job.everyPage) continue;
        const options = { isOver: (page) => page >= limit, carried: null, numbers, start: flow.end };
        flow.end = (yield* endPages(flow.item, fixedView, flow.queue, options)).end;
      }
    } while (row.lastPage() >= limit && (row.lastPage() > limit || isTight()));
    const rest = new Set(flows.flatMap((flow) => flow.queue.calls.slice(flow.queue.at)));
    const inRow = new Set(flows.flatMap((flow) => flow.queue.calls));
    queue.carry = flows.flatMap((flow) => flow.queue.carry);
    queue.deferred += flows.reduce((sum, flow) => sum + flow.queue.deferred, 0);
    queue.calls = [...queue.calls.slice(0, queue.at), ...waiting.filter((one) => rest.has(one) || !inRow.has(one))];
    if (tight && row.lastPage() < limit) pages.forceAfter(row.element);
  }
  /** Heights of notes as they are at the foot of a page, and that of the space and the rule above them (null). */
  const measured = (root, notes, area) => {
    const box = area.onProbe(notes);
    const found = new Map(
      notes.map((note) => [
        note,
        note.getBoundingClientRect().height + (parseFloat(getComputedStyle(note).marginTop) || 0),
      ]),
    );
    const total = box.area.getBoundingClientRect().height;
    found.set(null, Math.max(0, total - [...found.values()].reduce((sum, one) => sum + one, 0)));
    box.foot.remove();
    for (const note of notes) note.remove();
    return found;
  };

  /** A page that is as tall as its content, and text in vertical lines, have their notes after them. */
  function* below(root, calls) {
    const pages = parts.openPages(root, null);
    parts.noteArea(pages, null, look, parts).inFlow(calls.map(({ note }) => note));
  }

  function* work() {
    if (all.length === 0 && carrier.none) return;
    for (const { root, ...setup } of parts.rootsOf(job)) {
      const calls = all.filter(({ call }) => root.contains(call));
      const isUpright = getComputedStyle(root).writingMode === 'horizontal-tb';
      if (job.onePage || !isUpright) yield* calls.length > 0 ? below(root, calls) : [];
      else if (calls.length > 0 || carrier.isIn(root)) yield* layOut(root, setup, calls);
    }
  }
  /** Headings with calls. */
  const headings = () => {
    const text = (node) => node.textContent.replace(/\s+/g, ' ').trim();
    return Array.from(document.querySelectorAll('h1, h2, h3, h4, h5, h6'), (heading) => {
      if (heading.querySelector('[role=doc-noteref]') === null) return null;
      const shown = heading.cloneNode(true);
      for (const foot of shown.querySelectorAll('[data-colophon-foot]')) foot.remove();
      const plain = shown.cloneNode(true);
      for (const call of plain.querySelectorAll('[role=doc-noteref]')) call.remove();
      return [text(shown), text(plain)];
    }).filter((found) => found !== null);
  };
  const running = work();
  const step = (budgetMs) => {
    const until = performance.now() + budgetMs;
    while (performance.now() < until) if (running.next().done) return true;
    return false;
  };
  return { step, result: () => ({ headings: headings(), count: all.length, last, deferred }) };
}`;

/**
 * Runs in the page: `footnotes(parts, job, look)` lays out a document page by page, with the notes at the foot of the
 * pages of their calls. `step(budgetMs)` works for about so long, and returns true when all is done.
 */
export const footnotes = String.raw`function (parts, job, look) {
  const { all, setNumber, last } = parts.noteTexts(job, look, parts);
  const carrier = parts.carryPages(parts, job.carry);
  let deferred = 0;

  function* layOut(root, setup, calls) {
    const carried = carrier.open(root, setup.width, calls);
    const pages = parts.openPages(root, setup);
    carried?.fix(pages);
    const queue = { calls, at: 0, carry: [], deferred: 0 };
    const view = parts.openWindow(pages, parts.readBreaks(pages));
    const { area, splitter } = yield* endPages(pages, view, queue, { isOver: () => false, carried });
    let carry = [...queue.carry, ...calls.slice(queue.at).map(({ note }) => note)];
    deferred += queue.deferred + calls.length - queue.at;
    while (carry.length > 0) {
      const { foot, release } = area.onOwnPage(carry);
      const bottom = pages.yOf(foot.getBoundingClientRect()).top + pages.height - area.slack;
      const over = carry.findIndex((note) => pages.yOf(note.getBoundingClientRect()).bottom > bottom);
      if (over < 0) {
        release();
        break;
      }
      const rest = carry.slice(over + 1);
      const part = splitter.splitNote(carry[over], bottom);
      carry = part === null ? rest : [part, ...rest];
      for (const one of carry) one.remove();
      release();
      if (part === null && rest.length === 0) break;
    }
    pages.close();
    carried?.close();
  }
  const fixedView = { base: 0, moveTo: () => undefined, reach: () => undefined, more: () => false };
  /** Ends pages one after the other, or the columns of a box, up to the first one that is not to be ended. */
  function* endPages(pages, view, queue, { isOver, carried }) {
    const { root } = pages;
    const breaks = parts.readBreaks(pages);
    const area = parts.noteArea(pages, breaks, look);
    const splitter = parts.noteSplitter(pages, look);
    const waiting = queue.calls.slice(queue.at).filter(({ call }) => root.contains(call));
    const heights = measured(root, [...queue.carry, ...waiting.map(({ note }) => note)], area);
    const reader = parts.pageReader(pages, breaks, { view, queue });
    const ends = parts.pageEnds(pages, breaks, { area, heights, splitter, everyPage: job.everyPage });
    const nested = new Set();
    let [page, cursor] = [view.base + reader.firstColumn(), root.firstChild];
    while (!isOver(page)) {
      view.moveTo(cursor);
      let state = reader.read(cursor, page);
      while (state.next === undefined && view.more()) state = reader.read(cursor, page);
      const box = state.own.at(-1);
      const columns = box === undefined || nested.has(box.element) ? null : parts.columnsOf(pages, box);
      if (columns !== null) {
        nested.add(box.element);
        reader.deferUpTo(box.element);
        yield* endPages(columns, fixedView, queue, { isOver: columns.isOver, carried: null });
        [page, cursor] = [view.base + columns.lastPage(), box.element];
        continue;
      }
      if (job.numbering === 'page') {
        let number = 0;
        let changed = false;
        for (const { one } of reader.callsOn(state)) changed = setNumber(one, (number += 1)) || changed;
        if (changed) state = reader.read(cursor, page);
      }
      const endsTable = () =>
        carried?.endPage(pages, view, {
          ...{ column: state.column, found: reader.callsOn(state), carry: queue.carry },
          heightOf: (note) => heights.get(note) ?? 0,
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
        } else {
          queue.carry = done.rest;
          queue.at += done.taken;
          if (done.foot !== null) next = done.following;
        }
        if (queue.carry.length > 0)
          for (const [note, value] of measured(root, queue.carry, area)) heights.set(note, value);
      }
      view.reach(next?.element ?? cursor);
      yield;
      if (next === state.next && lastColumn > state.column) [page, cursor] = [view.base + lastColumn, box.element];
      else if (next === undefined) break;
      else [page, cursor] = [view.base + next.column, next.nodes[0] ?? next.element];
    }
    return { area, splitter };
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
    parts.noteArea(pages, null, look).inFlow(calls.map(({ note }) => note));
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

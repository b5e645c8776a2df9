/**
 * Runs in the page: `footnotes(parts, job, look)` lays out a document page by page, with the notes at the foot of the
 * pages of their calls. `step(budgetMs)` works for about so long, and returns true when all is done.
 */
export const footnotes = String.raw`function (parts, job, look) {
  const { all, setNumber, last } = parts.noteTexts(job, look);
  const carrier = parts.carryPages(parts, job.carry);
  let deferred = 0;

  function* layOut(root, setup, calls) {
    const carried = carrier.open(root, setup.width, calls);
    const pages = parts.openPages(root, setup);
    carried?.fix(pages);
    const breaks = parts.readBreaks(pages);
    const area = parts.noteArea(pages, breaks, look);
    const heights = measured(
      root,
      calls.map(({ note }) => note),
      area,
    );
    const view = parts.openWindow(pages, breaks);
    const splitter = parts.noteSplitter(pages, look);
    let [page, cursor, at, carry] = [0, root.firstChild, 0, []];
    const read = (from) => {
      const column = page - view.base;
      const items = breaks.itemsFrom(from, column);
      return {
        column,
        own: items.filter((item) => item.column === column),
        next: items.find((item) => item.column > column),
      };
    };
    /** True for what the window has not reached yet. */
    const isAhead = (element) => {
      for (let one = element; one !== null && one !== root; one = one.parentElement)
        if (pages.hidden.has(one)) return true;
      return false;
    };
    /** The calls on a page from the first one without a note on, each with the item that has it. */
    const callsOn = ({ column, own }) => {
      const found = [];
      for (let index = at; index < calls.length; index += 1) {
        const rect = calls[index].call.getClientRects()[0];
        if (rect === undefined ? isAhead(calls[index].call) : pages.columnOf(rect) > column) break;
        const holder =
          rect === undefined
            ? -1
            : own.findIndex((item) =>
                item.kind === 'line'
                  ? item.block.contains(calls[index].call) && breaks.overlaps(item, pages.yOf(rect))
                  : item.element.contains(calls[index].call),
              );
        found.push({ ...calls[index], one: calls[index], holder });
      }
      return found;
    };
    const heightOf = (note) => heights.get(note) ?? 0;
    const ends = parts.pageEnds(pages, breaks, { area, heights, splitter, everyPage: job.everyPage });
    for (;;) {
      view.moveTo(cursor);
      let state = read(cursor);
      while (state.next === undefined && view.more()) state = read(cursor);
      if (job.numbering === 'page') {
        let number = 0;
        let changed = false;
        for (const { one } of callsOn(state)) changed = setNumber(one, (number += 1)) || changed;
        if (changed) state = read(cursor);
      }
      while (carried?.endPage(pages, view, { column: state.column, found: callsOn(state), carry, heightOf })) {
        state = read(cursor);
        while (state.next === undefined && view.more()) state = read(cursor);
      }
      const found = callsOn(state);
      let next = state.next;
      if (carry.length + found.length > 0 || (job.everyPage && next !== undefined)) {
        const done = state.own.length === 0 ? null : ends.choose(state, found, carry);
        if (done === null) {
          carry = [...carry, ...found.map(({ note }) => note)];
          deferred += found.length;
          at += found.length;
        } else {
          carry = done.rest;
          at += done.taken;
          if (done.foot !== null) next = done.following;
        }
        if (carry.length > 0) for (const [note, value] of measured(root, carry, area)) heights.set(note, value);
      }
      view.reach(next?.element ?? cursor);
      yield;
      if (next === undefined) break;
      page = view.base + next.column;
      cursor = next.nodes[0] ?? next.element;
    }
    carry = [...carry, ...calls.slice(at).map(({ note }) => note)];
    deferred += calls.length - at;
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

/**
 * Runs in the page: `footnotes(parts, job, look)` lays out a document page by page, with the notes at the foot of the
 * pages of their calls. `step(budgetMs)` works for about so long, and returns true when all is done.
 */
export const footnotes = String.raw`function (parts, job, look) {
  const { all, setNumber, last } = parts.noteTexts(job, look);
  let deferred = 0;

  const splitNote = (note, bottom, pages) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(note, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      range.selectNodeContents(node);
      if (![...range.getClientRects()].some((rect) => pages.yOf(rect).bottom > bottom)) continue;
      for (let at = 0; at < node.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const rect = range.getClientRects()[0];
        if (rect === undefined || pages.yOf(rect).bottom <= bottom) continue;
        range.setStart(node, at);
        range.setEndAfter(note.lastChild);
        const rest = document.createElement('div');
        rest.style.cssText = look.note + look.rest;
        rest.setAttribute('role', 'doc-footnote');
        rest.setAttribute('data-colophon-note', '');
        rest.append(range.extractContents());
        for (const one of rest.querySelectorAll('[id]')) one.removeAttribute('id');
        return rest;
      }
    }
    return null;
  };
  const linesIn = (note, pages) => {
    const range = document.createRange();
    range.selectNodeContents(note);
    const bottoms = [];
    for (const rect of range.getClientRects()) {
      const { top, bottom } = pages.yOf(rect);
      const before = bottoms.at(-1);
      if (before !== undefined && top < before - 2) bottoms[bottoms.length - 1] = Math.max(before, bottom);
      else bottoms.push(bottom);
    }
    return bottoms;
  };

  function* layOut(root, setup, calls) {
    const pages = parts.openPages(root, setup);
    const breaks = parts.readBreaks(pages);
    const area = parts.noteArea(pages, breaks, look);
    const heights = measured(root, calls.map(({ note }) => note), area);
    const view = parts.openWindow(pages, breaks);
    const { height } = pages;
    let [page, cursor, at, carry, isFirst] = [0, root.firstChild, 0, [], true];
    const heightOf = (note) => heights.get(note) ?? 0;
    const read = (from) => {
      const column = page - view.base;
      const items = breaks.itemsFrom(from, column);
      return { column, own: items.filter((item) => item.column === column), next: items.find((item) => item.column > column) };
    };
    /** The calls on a page from the first one without a note on, each with the item that has it. */
    const callsOn = ({ column, own }) => {
      const found = [];
      for (let index = at; index < calls.length; index += 1) {
        const rect = calls[index].call.getClientRects()[0];
        if (rect === undefined || pages.columnOf(rect) > column) break;
        const holder = own.findIndex((item) => item.kind === 'line' ? item.block.contains(calls[index].call) && breaks.overlaps(item, pages.yOf(rect)) : item.element.contains(calls[index].call));
        found.push({ ...calls[index], one: calls[index], holder });
      }
      return found;
    };
    const topOfArea = heights.get(null);
    /** Tries to end the page after one of its items; null where the notes do not fit then. */
    const tryAfter = (index, state, found, mayDivide) => tryAt(index, state, found, { mayDivide, isInside: false }) ?? tryAt(index, state, found, { mayDivide, isInside: true });
    const tryAt = (index, { column, own, next }, found, { mayDivide, isInside }) => {
      const [item, following] = [own[index], own[index + 1] ?? next];
      const called = found.filter(({ holder }) => holder <= index).map(({ note }) => note);
      const queue = [...carry, ...called];
      if (queue.length === 0 && index === own.length - 1 && !job.everyPage) return { rest: [], foot: null, taken: 0 };
      const within = following !== undefined && item.kind === 'line' && item.block === following.block && following.kind === 'line';
      if (within && isInside) return null;
      const foot = within ? area.inLine(item, queue) : area.between(item, following, queue, { isInside, everyPage: job.everyPage });
      if (foot === null) return null;
      const top = pages.yOf(foot.foot.getBoundingClientRect()).top;
      const room = height - area.slack - top;
      let rest = [];
      const giveUp = () => {
        foot.remove();
        for (const one of queue) one.remove();
        return null;
      };
      if (top < item.top - 1 || top > height) return giveUp();
      if (foot.area.getBoundingClientRect().height > room + 0.01) {
        if (!mayDivide) return giveUp();
        const bottom = height - area.slack;
        const over = Math.max(0, queue.findIndex((note) => pages.yOf(note.getBoundingClientRect()).bottom > bottom));
        const lines = linesIn(queue[over], pages);
        const fitting = lines.filter((line) => line <= bottom).length;
        const least = Math.min(2, lines.length);
        const isLast = over === queue.length - 1;
        if (mayDivide !== 'any' && (!isLast || fitting < least)) return giveUp();
        rest = queue.slice(over + 1);
        for (const one of rest) one.remove();
        if (fitting === 0) {
          queue[over].remove();
          rest.unshift(queue[over]);
        } else {
          const part = splitNote(queue[over], bottom, pages);
          if (part !== null) rest.unshift(part);
        }
        if (over === 0 && fitting === 0) {
          foot.remove();
          return { rest, foot: null, taken: called.length };
        }
      }
      if (!foot.settle(column) && mayDivide !== 'any') return giveUp();
      const after = breaks.itemsFrom(foot.from ?? item.nodes[0] ?? item.element, column);
      const stays = after.filter((one) => one.column === column).every((one) => one.bottom <= item.bottom + 2 || one.element === item.element);
      if (!stays) return giveUp();
      return { rest, foot, following: after.find((one) => one.column > column), taken: called.length };
    };
    /** Where a page may end, the last place first; what each needs is found out when it is looked at. */
    const candidates = (state, found) => {
      const { own, next } = state;
      const carried = topOfArea + carry.reduce((sum, note) => sum + heightOf(note), 0);
      return own
        .map((item, index) => {
          const following = own[index + 1] ?? next;
          let [bottom, may] = [null, index === own.length - 1 ? true : null];
          const called = () => found.filter(({ holder }) => holder <= index).reduce((sum, { note }) => sum + heightOf(note), 0);
          return {
            index,
            item,
            following,
            need: () => carried + called(),
            room: () => height - (bottom ??= breaks.bottomBetween(item, following)),
            mayEnd: () => (may ??= breaks.mayBreak(item, following)),
          };
        })
        .reverse();
    };
    const choose = (state, found) => {
      const list = candidates(state, found);
      const least = list.length === 0 ? 0 : Math.min(height, list[0].item.bottom) / 2;
      for (const one of list) {
        if (one.item.bottom < least) break;
        if (one.need() > height - one.item.bottom + 1 || one.need() > one.room() + 1 || !one.mayEnd()) continue;
        const done = tryAfter(one.index, state, found, false);
        if (done !== null) return done;
      }
      for (const strict of [true, false])
        for (const one of list) {
          if (one.room() < topOfArea + 12 || (strict && !one.mayEnd())) continue;
          if (!strict && one.following?.element.localName === 'tr' && !one.mayEnd()) continue;
          const done = tryAfter(one.index, state, found, strict ? 'last' : 'any');
          if (done !== null) return done;
        }
      return null;
    };
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
      const found = callsOn(state);
      let next = state.next;
      if (carry.length + found.length > 0 || (job.everyPage && next !== undefined)) {
        const done = state.own.length === 0 ? null : choose(state, found);
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
    while (carry.length > 0) {
      const { foot } = area.onOwnPage(carry);
      const bottom = pages.yOf(foot.getBoundingClientRect()).top + height - area.slack;
      const over = carry.findIndex((note) => pages.yOf(note.getBoundingClientRect()).bottom > bottom);
      if (over < 0) break;
      const rest = carry.slice(over + 1);
      const part = splitNote(carry[over], bottom, pages);
      carry = part === null ? rest : [part, ...rest];
      for (const one of carry) one.remove();
      if (part === null && rest.length === 0) break;
    }
    pages.close();
  }
  /** Heights of notes as they are at the foot of a page, and that of the space and the rule above them (null). */
  const measured = (root, notes, area) => {
    const box = area.onProbe(notes);
    const found = new Map(notes.map((note) => [note, note.getBoundingClientRect().height + (parseFloat(getComputedStyle(note).marginTop) || 0)]));
    const total = box.area.getBoundingClientRect().height;
    found.set(null, Math.max(0, total - [...found.values()].reduce((sum, one) => sum + one, 0)));
    box.foot.remove();
    for (const note of notes) note.remove();
    return found;
  };

  /** A page that is as tall as its content has its notes below it. */
  function* below(root, calls) {
    const pages = parts.openPages(root, null);
    parts.noteArea(pages, null, look).inFlow(calls.map(({ note }) => note));
  }

  function* work() {
    if (all.length === 0) return;
    for (const { root, ...setup } of parts.rootsOf(job)) {
      const calls = all.filter(({ call }) => root.contains(call));
      if (calls.length > 0) yield* job.onePage ? below(root, calls) : layOut(root, setup, calls);
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
  return { step, result: () => ({ headings: headings(), count: all.length, last, deferred  }) };
}`;

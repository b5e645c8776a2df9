/**
 * Runs in the page: `pageEnds(pages, breaks, options)` decides where a page of `openPages` ends, so that the notes
 * called on it fit at its foot.
 */
export const pageEnds = String.raw`function (pages, breaks, { area, heights, splitter, everyPage }) {
  const { height } = pages;
  const heightOf = (note) => heights.get(note) ?? 0;
  const topOfArea = heights.get(null);
  /** Takes notes that do not fit on the page out of an area, and divides the first; null where it may not. */
  const divided = (queue, mayDivide) => {
    if (!mayDivide) return null;
    const bottom = height - area.slack;
    const over = Math.max(
      0,
      queue.findIndex((note) => pages.yOf(note.getBoundingClientRect()).bottom > bottom),
    );
    const lines = splitter.linesIn(queue[over]);
    const fitting = lines.filter((line) => line <= bottom).length;
    if (mayDivide !== 'any' && (over < queue.length - 1 || fitting < Math.min(2, lines.length))) return null;
    const rest = queue.slice(over + 1);
    for (const one of rest) one.remove();
    if (fitting === 0) {
      queue[over].remove();
      return [queue[over], ...rest];
    }
    const part = splitter.splitNote(queue[over], bottom);
    return part === null ? rest : [part, ...rest];
  };
  /** Tries to end the page after one of its items; null where the notes do not fit then. */
  const tryAfter = (index, state, found, wish) =>
    tryAt(index, state, found, { ...wish, isInside: false }) ?? tryAt(index, state, found, { ...wish, isInside: true });
  const tryAt = (index, { column, own, next }, found, { carry, mayDivide, isInside }) => {
    const [item, following] = [own[index], own[index + 1] ?? next];
    const called = found.filter(({ holder }) => holder <= index).map(({ note }) => note);
    const queue = [...carry, ...called];
    if (queue.length === 0 && index === own.length - 1 && !everyPage) return { rest: [], foot: null, taken: 0 };
    const within =
      following !== undefined && item.kind === 'line' && item.block === following.block && following.kind === 'line';
    if (within && isInside) return null;
    const foot = within
      ? area.inLine(item, queue)
      : area.between(item, following, queue, { isInside, everyPage: everyPage });
    if (foot === null) return null;
    const top = pages.yOf(foot.foot.getBoundingClientRect()).top;
    const giveUp = () => {
      foot.remove();
      for (const one of queue) one.remove();
      return null;
    };
    if (top < item.top - 1 || top > height) return giveUp();
    const fits = foot.area.getBoundingClientRect().height <= height - area.slack - top + 0.01;
    const rest = fits ? [] : divided(queue, mayDivide);
    if (rest === null) return giveUp();
    if (rest[0] === queue[0] && queue.length > 0) {
      foot.remove();
      return { rest, foot: null, taken: called.length };
    }
    if (!foot.settle(column) && mayDivide !== 'any') return giveUp();
    const after = breaks.itemsFrom(foot.from ?? item.nodes[0] ?? item.element, column);
    const stays = after
      .filter((one) => one.column === column)
      .every((one) => one.bottom <= item.bottom + 2 || one.element === item.element);
    if (!stays) return giveUp();
    return { rest, foot, following: after.find((one) => one.column > column), taken: called.length };
  };
  /** Where a page may end, the last place first; what each needs is found out when it is looked at. */
  const candidates = (state, found, carry) => {
    const { own, next } = state;
    const carried = topOfArea + carry.reduce((sum, note) => sum + heightOf(note), 0);
    return own
      .map((item, index) => {
        const following = own[index + 1] ?? next;
        let [bottom, may] = [null, index === own.length - 1 ? true : null];
        const called = () =>
          found.filter(({ holder }) => holder <= index).reduce((sum, { note }) => sum + heightOf(note), 0);
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
  /** Ends the page as late as its notes allow; null where they fit nowhere on it. */
  const choose = (state, found, carry) => {
    const list = candidates(state, found, carry);
    const least = list.length === 0 ? 0 : Math.min(height, list[0].item.bottom) / 2;
    for (const one of list) {
      if (one.item.bottom < least) break;
      if (one.need() > height - one.item.bottom + 1 || one.need() > one.room() + 1 || !one.mayEnd()) continue;
      const done = tryAfter(one.index, state, found, { carry, mayDivide: false });
      if (done !== null) return done;
    }
    for (const strict of [true, false])
      for (const one of list) {
        if (one.room() < topOfArea + 12 || (strict && !one.mayEnd())) continue;
        if (!strict && one.following?.element.localName === 'tr' && !one.mayEnd()) continue;
        const done = tryAfter(one.index, state, found, { carry, mayDivide: strict ? 'last' : 'any' });
        if (done !== null) return done;
      }
    return null;
  };

  return { choose };
}`;

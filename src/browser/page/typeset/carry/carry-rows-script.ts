/**
 * Runs in the page: `carryRows(job)` measures the rows of tables whose sums are carried, decides after which row a page
 * ends, and adds the rows of the sums there.
 */
export const carryRows = String.raw`function (job) {
  /** How much of the page stays free below the sums, so that rounding moves nothing. CSS pixels. */
  const slack = 2;
  const important = (element, name, value) => element.style.setProperty(name, value, 'important');
  const isForced = (value) => /^(?:page|left|right|recto|verso)$/.test(value);
  const avoids = (value) => /^avoid/.test(value);

  const lineOf = (table, label, sums, kind) => {
    const row = document.createElement('tr');
    row.setAttribute('data-colophon-carried', kind);
    for (const cell of table.cells) {
      const own = row.appendChild(document.createElement('td'));
      own.className = cell.className;
      own.style.cssText = 'font-style:italic;white-space:nowrap' + (cell.align === '' ? '' : ';text-align:' + cell.align);
    }
    row.cells[0].textContent = label;
    row.cells[0].style.whiteSpace = 'normal';
    table.columns.forEach((column, index) => {
      if (table.isHtml) row.cells[column].textContent = sums[index];
      else row.cells[column].innerHTML = sums[index];
    });
    return row;
  };
  /** The table in a cell that a group of rows became, or null. */
  const nestOf = (row) => {
    const inner = row.closest('table');
    return inner.getAttribute('role') === 'presentation' ? inner : null;
  };
  /** A row within such a group is a row by its role, for the table around it. */
  const asRow = (row) => {
    row.setAttribute('role', 'row');
    for (const cell of row.cells) cell.setAttribute('role', 'cell');
  };
  /** What a row begins: itself, and its group where it is the first of it. */
  const begunBy = (table, index) => {
    const row = table.rows[index];
    const before = table.rows[index - 1];
    const nest = nestOf(row);
    if (nest !== null && (before === undefined || nestOf(before) !== nest)) return nest.closest('tbody');
    if (nest === null && before !== undefined && before.parentElement !== row.parentElement) return row.parentElement;
    return row;
  };
  const chain = (element, table) => {
    const found = [];
    for (let one = element; one !== table.element; one = one.parentElement) found.push(one);
    return found;
  };
  /** The first elements of what begins with a row, as far as they begin with it. */
  const beginners = (table, index) => chain(table.rows[index], table).filter((one) => begunBy(table, index).contains(one));

  /** Places of all rows, before any of them is on another page than the one before it. */
  const measure = (table) => {
    const { rows, element } = table;
    const head = element.tHead;
    table.head = head === null || getComputedStyle(head).display !== 'table-header-group' ? 0 : head.getBoundingClientRect().height;
    const foot = element.tFoot;
    table.foot = foot === null ? 0 : foot.getBoundingClientRect().height;
    table.places = rows.map((row, index) => {
      const { top, bottom } = row.getBoundingClientRect();
      const nest = nestOf(row);
      const groupHead = nest === null ? 0 : nest.firstElementChild.nextElementSibling?.getBoundingClientRect().height ?? 0;
      const begun = begunBy(table, index);
      return { top: begun === row ? top : begun.getBoundingClientRect().top, bottom, groupHead: begun === row ? groupHead : 0 };
    });
    const probe = lineOf(table, table.forward, table.sums[rows.length - 1], 'forward');
    const other = lineOf(table, table.brought, table.sums[rows.length - 1], 'brought');
    rows[rows.length - 1].after(probe, other);
    [table.forwardHeight, table.broughtHeight] = [probe, other].map((one) => one.getBoundingClientRect().height);
    probe.remove();
    other.remove();
    const styles = rows.map((row) => getComputedStyle(row));
    table.breaks = rows.map((row, index) => {
      if (index === 0) return 'none';
      const starts = beginners(table, index).map((one) => getComputedStyle(one).breakBefore);
      const after = styles[index - 1].breakAfter;
      if (isForced(after) || starts.some(isForced)) return 'forced';
      return avoids(after) || starts.some(avoids) || table.spanned[index] ? 'none' : 'free';
    });
  };

  /** Breaks that the sums take over; the layout in columns restores what it found. */
  const taken = [];
  const never = (element, name) => {
    important(element, name, 'auto');
    taken.push([element, name]);
  };
  /** Ends a page after the row before one. */
  const divide = (table, index) => {
    const sums = table.sums[index - 1];
    const last = table.rows[index - 1];
    const forward = lineOf(table, table.forward, sums, 'forward');
    const brought = lineOf(table, table.brought, sums, 'brought');
    important(forward, 'break-before', 'avoid');
    important(forward, 'break-after', 'auto');
    never(last, 'break-after');
    last.after(forward);
    const begun = begunBy(table, index);
    for (const one of beginners(table, index)) never(one, 'break-before');
    let placed = brought;
    if (begun !== table.rows[index]) {
      placed = document.createElement('tbody');
      placed.append(brought);
    }
    important(placed, 'break-before', 'page');
    important(brought, 'break-after', 'avoid');
    begun.before(placed);
    const mark = [table.rows[index], ...table.rows[index].cells].find(({ id }) => id.startsWith(job.markPrefix));
    if (mark !== undefined) {
      brought.id = mark.id;
      mark.removeAttribute('id');
    }
    for (const line of [forward, brought]) if (nestOf(line) !== null) asRow(line);
    table.lines.push(forward);
    Object.assign(table, { begun: placed, last: forward });
  };

  /**
   * The first row of the next page, where a page of a height has the rows from one on below a height; the number of rows
   * where the table ends on it, 0 where not even that row fits. Notes of rows take room of their own at its foot.
   */
  const endOfPage = (table, from, { used, height, notes }) => {
    const { rows, places, breaks, isOpen } = table;
    const fits = (to, more) => used + places[to].bottom - places[from].top + more + notes(to) <= height - slack;
    const free = (at) => {
      let end = at;
      while (end > from && breaks[end] !== 'free') end -= 1;
      return end > from ? end : 0;
    };
    const last = rows.length - 1;
    const forced = breaks.indexOf('forced', from + 1);
    const until = forced < 0 ? rows.length : forced;
    if (forced < 0 && !isOpen && fits(last, table.foot)) return rows.length;
    if (forced >= 0 && fits(until - 1, table.forwardHeight)) return until;
    for (let at = from; at < until; at += 1) if (!fits(at, table.forwardHeight)) return free(at);
    // The rows fit, and what follows them does not: the last of them go along with it.
    return isOpen ? rows.length : free(last) || rows.length;
  };
  /** The first row of the next page, where at least one row stands on this one although it does not fit. */
  const least = ({ rows, breaks }, from) => {
    let next = from + 1;
    while (next < rows.length && breaks[next] !== 'free' && breaks[next] !== 'forced') next += 1;
    return next;
  };
  /** Breaks that the sums took over stay so after the layout in columns, which restores what it found. */
  const keepBreaks = () => {
    for (const [element, name] of taken.splice(0)) important(element, name, 'auto');
  };
  /** Measures tables in a root of the width of a page. */
  const measureAll = (root, pageWidth, own) => {
    const width = root.style.getPropertyValue('width');
    important(root, 'width', pageWidth / (root.currentCSSZoom || 1) + 'px');
    for (const table of own) measure(table);
    root.style.removeProperty('width');
    if (width !== '') root.style.width = width;
  };
  return { measureAll, begunBy, divide, endOfPage, least, keepBreaks };
}`;

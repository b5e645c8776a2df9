import type { Tab } from '../tab.ts';

/** What is to be measured on a printed page. CSS pixels. */
export interface MeasureJob {
  /** Width of the content box of the page; `null` where the content sets its pages itself. */
  readonly width: number | null;
  /** The same of the kinds of page that sheets name (`page` in their style). */
  readonly widths: Readonly<Record<string, number>>;
  /** Asks for `Measured.looks`. */
  readonly looks?: boolean;
}

/** How wide a table is, and its columns. CSS pixels. */
export interface TableSize {
  readonly width: number;
  /** It is wider than what it stands in: its words take more room. */
  readonly isWider: boolean;
  readonly columns: readonly number[];
  /**
   * How many rows of its head and its foot stand on every page: Chromium repeats those that keep together and are no
   * taller than a quarter of it.
   */
  readonly repeats: { readonly head: number; readonly foot: number };
}

/** A sheet whose elements within each other are to be cut, down to a table where it has one. */
export interface SheetLook {
  /** `null` where there is none, or its columns can not be told. */
  readonly table: TableSize | null;
  /**
   * All of them, and the table, lay what is in them one below the other, and paint nothing that is one picture of all
   * of it.
   */
  readonly flows: boolean;
}

/** Text that asks for one list of families. */
export interface FamilyUse {
  /** `font-family` as computed. */
  readonly list: string;
  readonly characters: number;
  /** Where it begins. */
  readonly text: string;
}

/** An element that is wider than its page, or whose content is cut off by its own box. */
export interface Overflow {
  readonly kind: 'wide' | 'cut';
  /** As a selector would name it: `pre.code`. */
  readonly element: string;
  readonly edge: 'left' | 'right' | 'bottom';
  /** CSS pixels. */
  readonly by: number;
  readonly text: string;
}

/**
 * What a page that has been printed tells of its fonts and its boxes. It comes from the page: every part of it may be
 * anything of its type.
 */
export interface Measured {
  readonly families: readonly FamilyUse[];
  /** Families that its `@font-face` rules bring, as far as they could be loaded. */
  readonly faces: readonly string[];
  /** The characters beyond ASCII of its text, each once. */
  readonly characters: string;
  /** `null` where the width of the page is not known. */
  readonly overflows: readonly Overflow[] | null;
  /** Of each sheet; `null` where nobody asked. */
  readonly looks: readonly SheetLook[] | null;
}

/**
 * Bounds on what is looked at, so that a page of any size is measured in well under a second: enough for a hundred
 * pages of text.
 */
const maxCount = { texts: 20_000, elements: 20_000, families: 100, characters: 5000, findings: 10 };

/** Runs in the page: plain JavaScript, given `most`. */
const readFonts = `(most) => {
  const families = new Map(),
    characters = new Set();
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let count = 0, node; count < most.texts && (node = walker.nextNode()) !== null;) {
    const text = node.data,
      element = node.parentElement;
    if (
      element === null ||
      !/\\S/.test(text) ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue;
    count += 1;
    if (characters.size < most.characters && /[^\\0-\\x7f]/.test(text))
      for (const character of text) if (character > '\\x7f') characters.add(character);
    const list = getComputedStyle(element).fontFamily;
    const known = families.get(list);
    if (known !== undefined) known.characters += text.length;
    else if (families.size < most.families)
      families.set(list, {
        list: list.slice(0, 2000),
        characters: text.length,
        text: text.trim().replace(/\\s+/g, ' ').slice(0, 60).trim(),
      });
  }
  const faces = [...document.fonts].filter(({ status }) => status !== 'error').map(({ family }) => family);
  return {
    families: [...families.values()],
    faces: [...new Set(faces)].slice(0, 1000),
    characters: [...characters].join(''),
  };
}`;

/** Runs in the page at the width of its content box. */
const readOverflows = `(most, width, widths) => {
  const shown = (element) =>
    element.localName +
    (element.id ? '#' + element.id : element.classList.length > 0 ? '.' + element.classList[0] : '');
  const words = (element) => element.textContent.slice(0, 400).trim().replace(/\\s+/g, ' ').slice(0, 60).trim();
  const sheets = [...document.querySelectorAll('body > .sheet')];
  for (const sheet of sheets)
    if (widths[sheet.style.page] !== undefined) sheet.style.width = widths[sheet.style.page] + 'px';
  const wide = [],
    cut = [];
  const textBeyond = (element, box) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT),
      range = document.createRange();
    for (let count = 0, node; count < 500 && (node = walker.nextNode()) !== null; count += 1) {
      if (!/\\S/.test(node.data)) continue;
      range.selectNodeContents(node);
      const { right, left, bottom } = range.getBoundingClientRect();
      if (right > box.right + 2 || left < box.left - 2 || bottom > box.bottom + 4) return true;
    }
    return false;
  };
  const cutOff = (element, box) => {
    const style = getComputedStyle(element);
    const beyond = {
      right: element.scrollWidth - element.clientWidth,
      bottom: element.scrollHeight - element.clientHeight,
    };
    const clips = { right: style.overflowX !== 'visible', bottom: style.overflowY !== 'visible' };
    const edge = clips.right && beyond.right > 2 ? 'right' : clips.bottom && beyond.bottom > 4 ? 'bottom' : null;
    if (edge === null) return false;
    const meant =
      box.width < 4 ||
      box.height < 4 ||
      style.textOverflow !== 'clip' ||
      style.webkitLineClamp !== 'none' ||
      style.clipPath !== 'none' ||
      style.clip !== 'auto' ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!meant && cut.length < most.findings && textBeyond(element, box))
      cut.push({
        kind: 'cut',
        element: shown(element),
        edge: edge === 'right' && style.direction === 'rtl' ? 'left' : edge,
        by: beyond[edge],
        text: words(element),
      });
    return true;
  };
  const visit = (root, start, end) => {
    const leftwards = getComputedStyle(root).direction === 'rtl';
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    const clipped = new Set();
    for (
      let count = 0, element = root;
      count < most.elements && element !== null;
      count += 1, element = walker.nextNode()
    ) {
      if (
        clipped.has(element.parentElement) ||
        /^(?:svg|input|textarea|select|math)$/.test(element.parentElement.localName)
      ) {
        clipped.add(element);
        continue;
      }
      const box = element.getBoundingClientRect();
      if (box.width === 0 && box.height === 0) continue;
      const scrolls =
        element.clientWidth > 0 &&
        (element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 4);
      if (scrolls && element !== document.documentElement && element !== document.body && cutOff(element, box)) {
        clipped.add(element);
        continue;
      }
      const right = Math.max(box.right, scrolls ? box.left + element.scrollWidth : 0);
      const by = leftwards
        ? start - Math.min(box.left, scrolls ? box.right - element.scrollWidth : box.left)
        : right - end;
      if (by > 1.5 && wide.length < 200)
        wide.push({
          of: element,
          finding: {
            kind: 'wide',
            element: shown(element),
            edge: leftwards ? 'left' : 'right',
            by,
            text: words(element),
          },
        });
    }
  };
  for (const root of sheets.length > 0 ? sheets : document.body ? [document.body] : []) {
    const start = sheets.length > 0 ? root.getBoundingClientRect().left : 0;
    visit(root, start, start + (widths[root.style.page] ?? width));
  }
  const deepest = wide.filter(
    ({ of, finding }) =>
      !wide.some((other) => other.of !== of && of.contains(other.of) && other.finding.by >= finding.by - 2),
  );
  return [...deepest.slice(0, most.findings).map(({ finding }) => finding), ...cut];
}`;

/**
 * Runs in the page at the width of its content box, as Chromium lays pages out: up to a whole pixel (measured, Chromium
 * 156).
 */
const readLooks = `(width, widths) =>
  [...document.querySelectorAll('body > .sheet')].map((sheet) => {
    sheet.style.width = '';
    const around = document.documentElement.getBoundingClientRect().width - sheet.getBoundingClientRect().width;
    sheet.style.width = Math.ceil((widths[sheet.style.page] ?? width) - 1 / 64) - around + 'px';
    const isThere = (element) => element.style.display !== 'none';
    const table = [...sheet.querySelectorAll('table')].find(isThere) ?? null;
    const plain = {
      boxShadow: 'none',
      backgroundImage: 'none',
      borderImageSource: 'none',
      maskImage: 'none',
      clipPath: 'none',
      filter: 'none',
      transform: 'none',
      boxDecorationBreak: 'slice',
      float: 'none',
      writingMode: 'horizontal-tb',
    };
    const holding = { ...plain, columnCount: 'auto', columnWidth: 'auto', contain: 'none' };
    const is = (style, wanted) =>
      Object.entries(wanted).every(([name, value]) => style[name] === undefined || style[name] === value);
    const isLow = (value) => value.unit === 'px' && value.value <= 32;
    const isAuto = (element) =>
      ['height', 'max-height', 'min-height'].every((name) => {
        const value = element.computedStyleMap().get(name);
        return /^(?:auto|none|0px|)$/.test(value?.toString() ?? '') || (name === 'min-height' && isLow(value));
      });
    const flowsIn = (element) => {
      const style = getComputedStyle(element);
      return (
        /^(?:block|flow-root)$/.test(style.display) &&
        !/content/.test(element.computedStyleMap().get('width')?.toString() ?? '') &&
        element.currentCSSZoom === sheet.currentCSSZoom &&
        is(style, holding) &&
        /^(?:static|relative)$/.test(style.position) &&
        isAuto(element)
      );
    };
    const cut = [];
    let innermost = table?.parentElement ?? sheet;
    if (table === null)
      for (let next = innermost; next !== undefined; next = [...innermost.children].find(isThere)) innermost = next;
    for (let element = innermost; element !== sheet; element = element.parentElement) cut.push(element);
    const outer = [sheet, document.body, document.documentElement].every((element) =>
      is(getComputedStyle(element), {
        ...plain,
        backgroundImage: getComputedStyle(element).backgroundImage,
        columnCount: 'auto',
        columnWidth: 'auto',
      }),
    );
    const flows = outer && cut.every(flowsIn);
    if (table === null) return { table: null, flows };
    const all = [...table.rows].reduce((most, row) => (row.cells.length > most.length ? [...row.cells] : most), []);
    const columns = all.map((cell) => cell.getBoundingClientRect().width);
    const known = all.every((cell) => cell.colSpan === 1) && columns.reduce((total, one) => total + one, 0) > 0;
    const style = getComputedStyle(table);
    const page = parseFloat(getComputedStyle(sheet).getPropertyValue('--content-height')) || Infinity;
    const repeats = (group, display) => {
      const own = group && getComputedStyle(group);
      const repeated =
        group !== null &&
        own.display === display &&
        own.breakInside === 'avoid' &&
        group.getBoundingClientRect().height * 4 <= page;
      return repeated ? [...group.rows].filter((row) => row.getClientRects().length > 0).length : 0;
    };
    const { width: wide } = table.getBoundingClientRect();
    const size = {
      width: wide,
      isWider: wide > table.parentElement.clientWidth + 1.5,
      columns,
      repeats: {
        head: repeats(table.tHead, 'table-header-group'),
        foot: repeats(table.tFoot, 'table-footer-group'),
      },
    };
    const cols = [...table.querySelectorAll(':scope > colgroup, :scope > colgroup > col')];
    const single =
      cols.length === 0 ||
      (cols.filter(({ localName }) => localName === 'col').length === columns.length &&
        cols.every((col) => !col.hasAttribute('span') && getComputedStyle(col).visibility === 'visible'));
    const isTable =
      style.display === 'table' &&
      single &&
      table.currentCSSZoom === sheet.currentCSSZoom &&
      is(style, plain) &&
      isAuto(table) &&
      (table.caption === null || getComputedStyle(table.caption).captionSide === 'top');
    return { table: known ? size : null, flows: flows && isTable };
  })`;

/**
 * Measures a page after its print, in one round trip: nothing of it is needed any more. A page with scripts is measured
 * in a world of its own, which its scripts can not reach. What can not be measured is left out.
 */
export async function measure(tab: Tab, { width, widths, looks }: MeasureJob, scripts: boolean): Promise<Measured> {
  const { session, frameId } = tab;
  const world = scripts
    ? { contextId: (await session.send('Page.createIsolatedWorld', { frameId })).executionContextId }
    : {};
  const evaluate = async <T>(expression: string, otherwise: T): Promise<T> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      ...world,
    });
    return exceptionDetails === undefined && result.value !== undefined ? (result.value as T) : otherwise;
  };
  const fonts = evaluate<Omit<Measured, 'overflows' | 'looks'>>(`(${readFonts})(${JSON.stringify(maxCount)})`, {
    families: [],
    faces: [],
    characters: '',
  });
  if (width === null) return { ...(await fonts), overflows: null, looks: null };
  const narrowed = session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(width),
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const overflows = evaluate<Overflow[]>(
    `(${readOverflows})(${JSON.stringify(maxCount)}, ${width}, ${JSON.stringify(widths)})`,
    [],
  );
  const sheets =
    looks === true ? evaluate<SheetLook[]>(`(${readLooks})(${width}, ${JSON.stringify(widths)})`, []) : null;
  const restored = session.send('Emulation.clearDeviceMetricsOverride');
  const [told, boxes, found] = await Promise.all([fonts, overflows, sheets, narrowed, restored]);
  return { ...told, overflows: boxes, looks: found };
}

/**
 * Runs in the page: puts what references of style sheets show into the content of elements and pseudo-elements, and
 * reports which ids they lead to. `tools` are the functions of the other scripts of this folder. What is not known before
 * a print (page numbers, elements of other prints) is in `job`, from an earlier pass.
 */
export const showReferences = String.raw`((job, { ownValues, contentParts, countersAt, targetTexts, writtenNumber }) => {
  const found = ownValues([job.property]).map((one) => ({ ...one, parts: contentParts(one.value) }));
  const idOf = (address) => {
    const start = [...job.addresses, '#'].find((prefix) => address.startsWith(prefix));
    if (start === undefined || address.length === start.length) return null;
    const name = address.slice(start.length);
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  };
  const byId = (id) => document.getElementById(id);
  const ownOf = (values, id) => (Object.hasOwn(values, id) ? values[id] : undefined);
  const reported = job.targets.map(byId).filter((element) => element !== null);
  const functions = found.flatMap(({ parts }) => (parts ?? []).filter(({ name }) => name?.startsWith('target-')));
  const needsCounters = ({ name, args }) => name !== 'target-text' && args[1]?.word !== 'page' || /^(?:before|after)$/.test(args[1]?.word ?? '');
  const led = functions.filter(needsCounters).flatMap(({ args }) => byId(idOf(args[0]?.text ?? '') ?? '') ?? []);
  const countersOf = countersAt([...new Set([...led, ...reported])]);
  const read = new Map();
  const textsOf = (id) => {
    const element = byId(id);
    if (element === null) return ownOf(job.elsewhere, id) ?? null;
    if (!read.has(id)) read.set(id, targetTexts(element, countersOf, contentParts, writtenNumber));
    return read.get(id);
  };
  const shown = new Set();
  const missing = new Set();
  const unknown = '88';
  const pageOf = (id, style) => {
    shown.add(id);
    const page = ownOf(job.pages, id);
    if (page === undefined) return unknown;
    return style === undefined ? page.label : writtenNumber(page.number, style);
  };
  const valueOf = ({ name, args }) => {
    const [{ text: address = '' } = {}, selector = {}, ...more] = args;
    const id = idOf(address);
    if (id === null) return null;
    if (byId(id) === null && ownOf(job.elsewhere, id) === undefined && ownOf(job.pages, id) === undefined) {
      missing.add(id);
      return job.isWhole ? null : unknown;
    }
    const style = more.at(-1)?.word;
    if (name !== 'target-text' && selector.word === 'page') return pageOf(id, style);
    const texts = textsOf(id);
    if (name === 'target-text') return texts?.[selector.word ?? 'content'] ?? '';
    const values = texts?.counters?.[selector.word] ?? [0];
    return name === 'target-counter'
      ? writtenNumber(values.at(-1), style)
      : values.map((value) => writtenNumber(value, style)).join(more[0]?.text ?? '');
  };
  const signs = { dotted: '. ', solid: '_', space: '\u00a0' };
  const quoted = (text) => '"' + text.replace(/["\\\n]/g, (one) => '\\' + one.charCodeAt(0).toString(16) + ' ') + '"';
  const changes = [];
  for (const { element, pseudo, parts } of found) {
    if (parts === null) continue;
    const pieces = [];
    let isWrong = false;
    for (const part of parts) {
      if (part.word === '/') break;
      if (part.name === 'leader') {
        const [{ text, word } = {}] = part.args;
        pieces.push({ leader: (text ?? signs[word] ?? '. ').slice(0, 100) || ' ' });
      } else if (part.name?.startsWith('target-')) {
        const value = valueOf(part);
        isWrong ||= value === null;
        pieces.push({ text: value ?? '' });
      } else pieces.push(part.text === undefined || part.isUrl ? { source: part.source } : { text: part.text });
    }
    changes.push({ element, pseudo, content: isWrong ? [] : pieces });
  }
  const targets = Object.fromEntries(job.targets.flatMap((id) => (byId(id) === null ? [] : [[id, textsOf(id)]])));
  const rules =
    '[data-colophon-before]::before{content:var(--colophon-before)!important}' +
    '[data-colophon-after]::after{content:var(--colophon-after)!important}';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  if (found.length > 0) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const leaders = [];
  for (const { element, pseudo, content } of changes) {
    if (pseudo === '') {
      if (content.length > 0) element.textContent = content.map(({ text = '', leader = '' }) => text + leader).join('');
      continue;
    }
    const isLed = content.some(({ leader }) => leader !== undefined);
    // at the start of a box a space would collapse
    if (isLed && content[0].text !== undefined)
      content[0].text = content[0].text.replace(/^ +/, (spaces) => '\u00a0'.repeat(spaces.length));
    const name = pseudo.slice(2);
    const list = content.map(({ text, leader, source }) => source ?? quoted(leader ?? text));
    element.style.setProperty('--colophon-' + name, list.length === 0 ? 'none' : list.join(' '));
    element.setAttribute('data-colophon-' + name, '');
    if (isLed) leaders.push({ element, pseudo, content });
  }
  const links = document.createDocumentFragment();
  for (const id of new Set([...shown, ...job.targets])) {
    if (byId(id) === null) continue;
    const link = document.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    link.setAttribute('href', '#' + id);
    links.append(link);
  }
  document.head?.append(links);
  globalThis.colophonLeaders = leaders;
  return { shown: [...shown], missing: [...missing], targets, leaders: leaders.length };
})`;

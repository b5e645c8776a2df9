import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../problems.ts';
import type { Supply } from '../network/supply.ts';
import type { Tab } from '../tab.ts';
import type { PrintJob } from '../print-job.ts';
import { evaluate, type Waits } from './waits.ts';

/** CSS pixels per point. */
const pixels = 96 / 72;
/** The longest side of a page, in points (ISO 32000-2, annex C.2). */
const maxSide = 14_400;

/** The report of a page about its pictures; every list is bounded. */
interface Pictures {
  /** Addresses of pictures that could not be decoded. */
  readonly broken: readonly string[];
  /** Number of pictures with an empty `src`. */
  readonly empty: number;
  /** Values of `srcset` without a usable candidate. */
  readonly unusable: readonly string[];
}

/**
 * Runs in the page: waits for fonts and pictures, and reports the pictures that failed (`Pictures`). Layout may need a
 * font that was not needed before, and with that font another one, so fonts are awaited several times. With `isReplaced`,
 * the alternative text stands in place of a broken picture; otherwise the browser prints its own symbol.
 */
const awaitResources = (isReplaced: boolean) => `(async () => {
  for (let round = 0; round < 10; round += 1) {
    document.documentElement.getBoundingClientRect();
    if (document.fonts.status === 'loaded') break;
    await document.fonts.ready;
  }
  const images = [...document.images];
  const failed = await Promise.all(
    images.map((image) =>
      image.decode().then(
        () => '',
        () => image.currentSrc || image.src,
      ),
    ),
  );
  const broken = images.filter((_, index) => failed[index] !== '');
  const sourceless = images.filter(
    (image) => image.currentSrc === '' && (image.getAttribute('src') ?? '').trim() === '',
  );
  const isSet = (image) =>
    image.hasAttribute('srcset') || image.closest('picture')?.querySelector('source[srcset]') != null;
  if (${String(isReplaced)}) for (const image of broken) {
    const text = document.createElement('span');
    for (const name of ['id', 'class', 'lang', 'dir'])
      if (image.hasAttribute(name)) text.setAttribute(name, image.getAttribute(name));
    text.textContent = image.alt;
    image.replaceWith(text);
  }
  return {
    broken: failed
      .filter((source) => source !== '')
      .slice(0, 20)
      .map((source) => source.slice(0, 200)),
    empty: sourceless.filter((image) => image.hasAttribute('src') && !isSet(image)).length,
    unusable: sourceless
      .filter(isSet)
      .slice(0, 20)
      .map((image) => (image.getAttribute('srcset') ?? '').slice(0, 100)),
  };
})()`;

/** Waits until the fonts and pictures of a loaded page are there, and warns of pictures that failed. */
export async function settle(tab: Tab, { brokenPictures }: PrintJob, supply: Supply): Promise<void> {
  const awaiting = awaitResources(brokenPictures === 'alternative-text');
  const { broken, empty, unusable } = await evaluate<Pictures>(tab, awaiting);
  if (empty > 0)
    supply.warn(
      'resource-failed',
      `${empty === 1 ? 'A picture has' : `${empty} pictures have`} an empty \`src\`, so no picture is printed.`,
    );
  for (const candidates of unusable)
    supply.warn(
      'resource-failed',
      `A picture has a \`srcset\` without a candidate that can be used${candidates === '' ? '' : `: "${candidates}"`}.`,
    );
  for (const source of broken) {
    if (source.startsWith('data:'))
      supply.warn('resource-failed', `A picture (${source.slice(0, 32)}...) could not be decoded.`);
    if (source.startsWith('file:'))
      supply.warn(
        'resource-blocked',
        'A picture is at a `file:` address: documents load no files. Send it in `document.assets`.',
        source,
      );
    const served = tab.interception.served(source);
    if (served !== undefined)
      supply.warn('resource-failed', `${served.shown} is no picture that can be decoded.`, served.address);
  }
}

/** Turns errors of the content's scripts into warnings: those that they log, and exceptions. */
export function listenToConsole(tab: Tab, supply: Supply): void {
  tab.session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type === 'error' || type === 'assert')
      supply.warn(
        'console-error',
        `A script reported: ${args
          .map(({ value, description }) => String(value ?? description ?? ''))
          .join(' ')
          .slice(0, 300)}`,
      );
  });
  tab.session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
    supply.warn(
      'console-error',
      `A script failed: ${(exception?.description ?? text).split('\n')[0]?.slice(0, 300) ?? ''}`,
    );
  });
}

/** A page counts as loaded when it has requested nothing for `enoughMs`; checked every `everyMs`. */
const quiet = { everyMs: 100, enoughMs: 2000 };

/**
 * Starts to listen for the load of a page with scripts. Returns a function that waits for the load, and for an idle
 * network where `waits` has `networkIdle`. A document that a script has opened but not closed never loads (HTML,
 * 8.4.1): it counts as loaded when it makes no more requests.
 */
export function loadOf(tab: Tab, waits: readonly Waits[]): () => Promise<void> {
  const loaded = lifecycle(tab, 'load');
  const idle = waits.some(({ networkIdle }) => networkIdle === true) ? lifecycle(tab, 'networkIdle') : null;
  return async () => {
    const ended = new AbortController();
    await Promise.race([loaded, quietOf(tab, ended.signal)]).finally(() => ended.abort());
    if (idle !== null) await idle;
  };
}

async function quietOf(tab: Tab, ended: AbortSignal): Promise<void> {
  for (let quietMs = 0; quietMs < quiet.enoughMs;) {
    await sleep(quiet.everyMs, undefined, { signal: ended, ref: false }).catch(
      () => new Promise<never>(() => undefined),
    );
    const answers = await Promise.race([
      evaluate(tab, '0').then(
        () => true,
        () => false,
      ),
      sleep(quiet.everyMs, false, { ref: false }),
    ]);
    quietMs = tab.interception.busy || !answers ? 0 : quietMs + quiet.everyMs;
  }
}

/**
 * Runs in the page: the height of its content in CSS pixels. The scroll height is never less than that of the window,
 * so shorter content is measured box by box.
 */
const contentHeight = `() => {
  const { documentElement: root, body } = document;
  const scrolled = Math.max(root.scrollHeight, body.scrollHeight);
  if (scrolled > innerHeight) return scrolled;
  const below = parseFloat(getComputedStyle(body).marginBottom) || 0;
  const bottoms = Array.from(body.querySelectorAll('*'), (element) => element.getBoundingClientRect().bottom);
  return bottoms.reduce((lowest, bottom) => Math.max(lowest, bottom), body.getBoundingClientRect().bottom + below);
}`;

/** Runs in the page: takes away the page breaks of its style sheets. Breaks of columns stay. */
const withoutPageBreaks = `() => {
  const breaks = new Set(['always', 'page', 'left', 'right', 'recto', 'verso', 'all']);
  for (const element of document.body.querySelectorAll('*')) {
    const { breakBefore, breakAfter, page } = getComputedStyle(element);
    const none = (name) => element.style.setProperty(name, 'auto', 'important');
    if (breaks.has(breakBefore)) none('break-before');
    if (breaks.has(breakAfter)) none('break-after');
    if (page !== 'auto') none('page');
  }
}`;

/**
 * Makes the page as tall as its content, which is measured at the width of the content box. Throws AppError
 * `limit-exceeded` where that is taller than a PDF page can be.
 */
export async function fitOnePage(tab: Tab, page: NonNullable<PrintJob['onePage']>): Promise<void> {
  const width = Math.round((page.width - page.marginLeft - page.marginRight) * pixels);
  await tab.session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await evaluate(tab, `(${withoutPageBreaks})()`);
  const height = await evaluate<number>(tab, `Math.ceil((${contentHeight})())`);
  await tab.session.send('Emulation.clearDeviceMetricsOverride');
  const points = Math.ceil(height / pixels + page.marginTop + page.marginBottom) + 1;
  if (points > maxSide)
    throw new AppError(
      'limit-exceeded',
      `The content is ${points} points tall; a PDF page can be ${maxSide} at most. Leave \`singlePage\` out.`,
    );
  await evaluate(
    tab,
    `void document.head.append(Object.assign(document.createElement('style'), { textContent: '@page { size: ` +
      `${page.paperWidth}pt ${points}pt !important }' }))`,
  );
}

function lifecycle(tab: Tab, name: string): Promise<void> {
  return new Promise((resolve) => {
    tab.session.on('Page.lifecycleEvent', (event) => {
      if (event.frameId === tab.frameId && event.name === name) resolve();
    });
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../problems.ts';
import type { Supply } from '../network/supply.ts';
import type { Tab } from '../tab.ts';
import type { PrintJob } from '../print-job.ts';
import { evaluate, type Waits } from './waits.ts';

/** CSS pixels a point. */
const pixels = 96 / 72;
/** The longest side of a page (ISO 32000-2, annex C.2). Points. */
const longestSide = 14_400;

/**
 * Waits until fonts and pictures are there, once the page has loaded: layout may need a font that nothing needed before
 * it, and so may the layout with that font. Says which pictures could not be decoded; their alternative text stands in
 * their place, and not the sign of the browser for a broken picture.
 */
export async function settle(tab: Tab, supply: Supply): Promise<void> {
  const { broken, empty, unusable } = await evaluate<{ broken: string[]; empty: number; unusable: string[] }>(
    tab,
    `(async () => {
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
  for (const image of broken) {
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
})()`,
  );
  if (empty > 0)
    supply.warn(
      'resource-failed',
      `${empty === 1 ? 'A picture has' : `${empty} pictures have`} an empty \`src\`, and nothing of it is printed.`,
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
      );
    const name = tab.interception.served(source);
    if (name !== undefined) supply.warn('resource-failed', `${name} is no picture that can be decoded.`);
  }
}

/** Hands on what the content's scripts report as errors, or end with. */
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

/**
 * How often it is seen whether a page loads anything still, and how long it loads nothing before it is taken as loaded.
 * Milliseconds.
 */
const quiet = { everyMs: 100, enoughMs: 2000 };

/**
 * Starts to listen for the load of a page with scripts; the function it returns waits for it, and for an idle network
 * where the job wishes it. A document that a script opened and has not closed yet never loads (HTML, 8.4.1): it is
 * loaded when it requests nothing any more.
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
 * Runs in the page: the height of its content in CSS pixels. What scrolls at all is at least as tall as the window, so
 * shorter content is measured box by box.
 */
const contentHeight = `() => {
  const { documentElement: root, body } = document;
  const scrolled = Math.max(root.scrollHeight, body.scrollHeight);
  if (scrolled > innerHeight) return scrolled;
  const below = parseFloat(getComputedStyle(body).marginBottom) || 0;
  const bottoms = Array.from(body.querySelectorAll('*'), (element) => element.getBoundingClientRect().bottom);
  return bottoms.reduce((lowest, bottom) => Math.max(lowest, bottom), body.getBoundingClientRect().bottom + below);
}`;

/** Makes the page as tall as its content: measures it at the width of the content box and overrides the page size. */
export async function fitOnePage(tab: Tab, page: NonNullable<PrintJob['onePage']>): Promise<void> {
  const width = Math.round((page.width - page.marginLeft - page.marginRight) * pixels);
  await tab.session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const height = await evaluate<number>(tab, `Math.ceil((${contentHeight})())`);
  await tab.session.send('Emulation.clearDeviceMetricsOverride');
  const points = Math.ceil(height / pixels + page.marginTop + page.marginBottom) + 1;
  if (points > longestSide)
    throw new AppError(
      'limit-exceeded',
      `The content is ${points} points tall; a PDF page can be ${longestSide} at most. Leave \`singlePage\` out.`,
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

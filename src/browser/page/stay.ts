import type { Supply } from '../network/network.ts';
import type { Tab } from '../tab.ts';

/**
 * The script that keeps a page where it is: whatever would replace it is cancelled before the page is stopped for it
 * (HTML, 7.4.2.2). A navigation that gets by has no answer that would replace the page either, see `Interception`.
 */
export const stayScript = `(() => {
  if (top !== window || !window.navigation) return;
  navigation.addEventListener('navigate', (event) => {
    if (!event.destination.sameDocument) event.preventDefault();
  });
  // A form that is submitted while its page loads ends the parsing and the load, whatever becomes of the navigation: it is submitted afterwards.
  const submit = HTMLFormElement.prototype.submit;
  const later = (form) => addEventListener('load', () => Reflect.apply(submit, form, []), { once: true });
  HTMLFormElement.prototype.submit = new Proxy(submit, {
    apply: (target, form) => (document.readyState !== 'complete' ? later(form) : Reflect.apply(target, form, [])),
  });
  addEventListener('submit', (event) => {
    if (document.readyState === 'complete' || event.defaultPrevented) return;
    event.preventDefault();
    later(event.target);
  });
})()`;

/** Warns of what a page wanted to be replaced with, or to open beside itself. */
export function listenToNavigation(tab: Tab, supply: Supply): void {
  tab.session.on('Page.frameScheduledNavigation', ({ frameId, url, reason, delay }) => {
    const isWithin = reason !== 'reload' && url.startsWith(`${supply.base}#`);
    if (frameId === tab.frameId && delay === 0 && !isWithin && !/^javascript:/i.test(url))
      supply.warn('navigation-blocked', navigationBlocked(url, supply));
  });
  tab.session.on('Page.windowOpen', ({ url }) =>
    supply.warn(
      'navigation-blocked',
      `The page wanted to open a window with ${shortened(url, supply)}; none is opened.`,
    ),
  );
}

/** What the warning says. */
export function navigationBlocked(url: string, supply: Supply): string {
  return `The page wanted to go to ${shortened(url, supply)}, and stays.`;
}

/** An address without its query, which may hold secrets. */
function shortened(url: string, { base }: Supply): string {
  if (url === base) return 'its own address';
  const text = (url.startsWith(base) ? url.slice(base.length) : url)
    .replace(/[?#].*/s, '')
    .replace(/^data:.*/is, 'a `data:` address');
  return text === '' ? 'no address' : text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

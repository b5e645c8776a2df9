import type { Supply } from './network.ts';
import type { Tab } from './tab.ts';

/**
 * The script that lets no page go to an address that needs no request (`about:`, `blob:`, `data:`). All others are requested, and get no answer that would
 * replace the page, see `Interception`.
 */
export const stayScript = `(() => {
  if (top !== window || !window.navigation) return;
  navigation.addEventListener('navigate', (event) => {
    if (!event.destination.sameDocument && !/^https?:/i.test(event.destination.url)) event.preventDefault();
  });
})()`;

/** Addresses that are no request, and no script or place of the page either. */
const unrequested = /^(?!https?:|javascript:)/i;

/** Warns of what the page wanted to be replaced with, or to open beside itself, where no request tells of it. */
export function listenToNavigation(tab: Tab, supply: Supply): void {
  tab.session.on('Page.frameScheduledNavigation', ({ frameId, url }) => {
    if (frameId === tab.frameId && unrequested.test(url)) supply.warn('navigation-blocked', navigationBlocked(url));
  });
  tab.session.on('Page.windowOpen', ({ url }) => supply.warn('navigation-blocked', `A script wanted to open a window with ${shortened(url)}; there is none.`));
}

/** What the warning says. */
export function navigationBlocked(url: string): string {
  return `The page wanted to go to ${shortened(url)}, and stays.`;
}

/** An address without its query, which may hold secrets. */
function shortened(url: string): string {
  const text = url === '' ? 'no address' : url.replace(/[?#].*$/s, '').replace(/^data:.*/is, 'a `data:` address');
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

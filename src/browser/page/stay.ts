import { shortened, navigationBlocked } from '../network/navigation-blocked.ts';
import type { Supply } from '../network/supply.ts';
import type { Tab } from '../tab.ts';

/** Warns of navigations and popups that a page attempted. */
export function listenToNavigation(tab: Tab, supply: Supply): void {
  tab.session.on('Page.frameScheduledNavigation', ({ frameId, url, reason, delay }) => {
    const isWithin = reason !== 'reload' && url.startsWith(`${supply.base}#`);
    if (frameId === tab.frameId && delay === 0 && !isWithin && !/^javascript:/i.test(url))
      supply.warn('navigation-blocked', navigationBlocked(url, supply));
  });
  tab.session.on('Page.windowOpen', ({ url }) =>
    supply.warn(
      'navigation-blocked',
      `The page tried to open a window with ${shortened(url, supply)}; none is opened.`,
    ),
  );
}

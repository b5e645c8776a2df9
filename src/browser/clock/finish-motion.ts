import type { Supply } from '../network/supply.ts';
import type { Tab } from '../tab.ts';
import { evaluate, type Waits } from '../page/waits.ts';
import { horizonOf, stillMoving } from './run-clock.ts';

/**
 * Markup and style properties that animate (CSS Animations, CSS Transitions, SVG 2), or an escape, which may hide one.
 */
const moves = /animation|transition|<animate|<set\b/i;
const escaped = /\\[0-9a-f]/i;
const linked = /<link\b|@import/i;

/**
 * True where a document without scripts may have animations. Reads only its text and the style sheets of the request.
 */
export function mayMove(html: string, { files }: Supply): boolean {
  if (moves.test(html)) return true;
  if (/<style/i.test(html) && escaped.test(html)) return true;
  if (!linked.test(html)) return false;
  if (/https?:/i.test(html)) return true; // only the browser sees a style sheet of another host
  return [...files.values()].some(
    ({ contentType, data }) =>
      contentType === 'text/css' &&
      moves.test(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1')),
  );
}

/**
 * Runs in a page without scripts: seeks each animation to its end, or to the horizon where it ends later. Returns what
 * still moves.
 */
const finish = String.raw`(horizonMs) => {
  const moving = [];
  const nameOf = (element) => (element ? element.localName + (element.id ? '#' + element.id : '') : 'nothing');
  const roots = [document];
  for (const { shadowRoot } of document.querySelectorAll('*')) if (shadowRoot) roots[roots.length] = shadowRoot;
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    if (animation.playState !== 'running' || animation.timeline !== document.timeline) continue;
    if (animation.effect.getComputedTiming().endTime <= horizonMs) {
      animation.finish();
      continue;
    }
    animation.pause();
    animation.currentTime = horizonMs;
    moving.push(
      'the animation ' +
        (animation.animationName ?? animation.transitionProperty) +
        ' of ' +
        nameOf(animation.effect.target),
    );
  }
  for (const svg of document.querySelectorAll('svg')) {
    if (svg.ownerSVGElement !== null) continue;
    const animated = svg.querySelectorAll('animate, animateMotion, animateTransform, set');
    if (animated.length === 0) continue;
    svg.pauseAnimations();
    // an animation that begins at the end of another gets its times when that is over
    for (let part = 1; part <= 20; part += 1) svg.setCurrentTime((horizonMs * part) / 20000);
    for (const element of animated) {
      if (
        element.getAttribute('repeatCount') === 'indefinite' ||
        element.getAttribute('repeatDur') === 'indefinite'
      )
        moving.push(element.localName + ' in ' + nameOf(element.parentElement));
    }
  }
  return moving.slice(0, 5);
}`;

/** Seeks the animations of a document without scripts to their ends before it is printed. */
export async function finishMotion(tab: Tab, waits: readonly Waits[], supply: Supply): Promise<void> {
  const horizonMs = horizonOf(waits);
  const moving = await evaluate<string[]>(tab, `(${finish})(${horizonMs})`);
  if (moving.length > 0) supply.warn('still-moving', stillMoving(horizonMs, moving));
}

import { AppError } from '../../problems.ts';
import type { Document } from '../model/document.ts';
import { leastRoom } from '../model/page-setup.ts';
import type { PageSetup } from '../model/types/page-geometry.ts';
import type { Warning } from '../model/types/warning.ts';
import { marginsOf, runningContentOn, spotsOf, type PagePlace } from './running-content.ts';

/** True where the headers and footers of a kind of page leave room for content. Chromium ignores all of it otherwise. */
export const hasRoom = (document: Document, setup: PageSetup): boolean => placeWithoutRoom(document, setup) === null;

function placeWithoutRoom(document: Document, setup: PageSetup): PagePlace | null {
  const isFull = (place: PagePlace) => {
    const { top, bottom } = marginsOf(document, setup, place);
    return setup.height - top - bottom < leastRoom;
  };
  if (document.singlePage) return null;
  return (['first', 'later'] as const).find(isFull) ?? null;
}

/** Warns where the margins of a complete document leave no room on its page: the browser prints what it can. */
export function warningsOfRoom(
  { singlePage }: Document,
  { width, height, margin }: PageSetup,
  pointer: string,
): Warning[] {
  const between = [
    width - margin.left - margin.right,
    ...(singlePage ? [] : [height - margin.top - margin.bottom]), // a single page is as tall as its content
  ];
  if (Math.min(...between) >= leastRoom) return [];
  const message =
    `The margins leave ${lessOf({ width, height })} points, so that the browser prints a few characters on each page, or ` +
    'on other paper. State smaller ones: `@page { margin: 5mm }`, or `document.margin`.';
  return [{ code: 'css-ignored', message, pointer }];
}

const lessOf = ({ width, height }: Pick<PageSetup, 'width' | 'height'>): string =>
  `less than ${leastRoom} points of a page of ${Math.round(width)} by ${Math.round(height)}`;

/** What `refuseWithoutRoom` judges by. */
interface RoomOptions {
  /** True where headers and footers have been measured. */
  readonly measured: boolean;
  /** True for pages of a complete document, whose margins alone are a warning: see `warningsOfRoom`. */
  readonly isComplete: boolean;
}

/**
 * Throws AppError `invalid-request` where the margins, or the stated heights of headers and footers, leave no room on one
 * of these kinds of pages, and `limit-exceeded` where headers and footers that were measured leave none.
 */
export function refuseWithoutRoom(
  document: Document,
  setups: readonly PageSetup[],
  { measured, isComplete }: RoomOptions,
): void {
  for (const setup of setups) {
    const place = placeWithoutRoom(document, setup);
    if (place === null) continue;
    const edges = (['header', 'footer'] as const).flatMap((edge) => {
      const margin = edge === 'header' ? setup.margin.top : setup.margin.bottom;
      const [highest] = spotsOf(setup, place)
        .flatMap((spot) => runningContentOn(document, edge, spot) ?? [])
        .sort((one, other) => (other.height ?? 0) - (one.height ?? 0));
      return highest === undefined || (highest.height ?? 0) <= margin ? [] : [highest];
    });
    const page = lessOf(setup);
    if (edges.length === 0) {
      if (isComplete) continue;
      throw new AppError('invalid-request', `The request is invalid: the margins leave ${page} points.`);
    }
    if (measured) {
      const message = `With the ${edges.map(({ edge }) => edge).join(' and the ')}, ${page} points is left.`;
      throw new AppError('limit-exceeded', message, { errors: edges.map(({ pointer }) => ({ pointer, message })) });
    }
    const message = `\`height\` leaves ${page} points`;
    throw new AppError('invalid-request', `The request is invalid: ${message}.`, {
      errors: edges.map(({ pointer }) => ({ pointer: `${pointer}/height`, message })),
    });
  }
}

import type { Hidden, Warning } from './extracted.ts';

/** How text of a page is hidden; `scan` for a picture whose text is all invisible. */
export interface HiddenPage {
  readonly number: number;
  readonly kinds: readonly Hidden[];
  readonly scan: boolean;
}

const reasons: Readonly<Record<Hidden, string>> = {
  invisible: 'is invisible',
  'off-page': 'lies outside the page',
  clipped: 'is clipped away',
  covered: 'is covered by something opaque',
  'layer-off': 'is in a layer that is off',
};

/** Warnings for clients that read only `text`, about pages and text that are not in it. */
export function hiddenWarnings(pages: readonly HiddenPage[]): Warning[] {
  const scans = pages.filter(({ scan }) => scan).map(({ number }) => number);
  const warnings = (Object.keys(reasons) as Hidden[]).flatMap((kind): Warning[] => {
    const on = pages
      .filter(({ kinds, scan }) => kinds.includes(kind) && !(scan && kind === 'invisible'))
      .map(({ number }) => number);
    return on.length === 0
      ? []
      : [
          {
            code: `hidden-${kind}`,
            message: `Text that ${reasons[kind]} is left out of ${pagesNamed(on)}; \`hidden: "include"\` gives it.`,
          },
        ];
  });
  return scans.length === 0
    ? warnings
    : [
        {
          code: 'scan',
          message:
            `The only text of ${pagesNamed(scans)} is the invisible layer over a scan; \`hidden: "include"\` ` +
            'gives it.',
        },
        ...warnings,
      ];
}

/** "page 3", "pages 1-4, 7". */
export function pagesNamed(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other);
  const runs: [number, number][] = [];
  for (const number of sorted) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  const named = runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
  return `${sorted.length === 1 ? 'page' : 'pages'} ${named}`;
}

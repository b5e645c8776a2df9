import type { Tab } from '../../../tab.ts';
import { isolatedWorld } from '../../isolated-world.ts';
import { ownValues, type OwnProperty } from '../own-values.ts';
import { contentParts } from './content-script.ts';
import { countersAt } from './counters-script.ts';
import { fillLeaders } from './leaders-script.ts';
import { showReferences } from './references-script.ts';
import { targetTexts, writtenNumber } from './target-texts-script.ts';

/** The number of a page: as readers see it, and the number that its label writes. */
export interface ShownPage {
  readonly label: string;
  readonly number: number;
}

/** What references may show of an element: texts, and the values of its counters, the outermost first. */
export interface TargetTexts {
  readonly content: string;
  readonly before: string;
  readonly after: string;
  readonly 'first-letter': string;
  readonly counters: Readonly<Record<string, readonly number[]>>;
}

/** References of style sheets in a print (CSS Generated Content for Paged Media 3, 4). */
export interface ReferencesJob {
  /** The property that has them. */
  readonly property: OwnProperty;
  /** What addresses of elements in other prints begin with, before their ids. */
  readonly addresses: readonly string[];
  /** Pages by the ids of elements, from an earlier pass. */
  readonly pages: Readonly<Record<string, ShownPage>>;
  /** What elements of other prints show, by their ids. */
  readonly elsewhere: Readonly<Record<string, TargetTexts>>;
  /** Ids of elements to which other prints may refer. */
  readonly targets: readonly string[];
  /** True where all of the document's elements are in this print, or their texts in `elsewhere`. */
  readonly isWhole: boolean;
  /** Content widths of pages in CSS pixels, for leaders; see `PageWidths`. */
  readonly width: number;
  readonly widths: Readonly<Record<string, number>>;
  /** True for a document whose pages have no other width than the window. */
  readonly isWindow: boolean;
}

/** What references of a print lead to. */
export interface FoundReferences {
  /** Ids of elements whose pages are shown. */
  readonly shown: readonly string[];
  /** Ids that no element of the print has. */
  readonly missing: readonly string[];
  /** What elements of this print show, by those of `ReferencesJob.targets` that it has. */
  readonly targets: Readonly<Record<string, TargetTexts>>;
}

const tools = `{ ${Object.entries({ ownValues, contentParts, countersAt, targetTexts, writtenNumber })
  .map(([name, source]) => `${name}: ${source}`)
  .join(', ')} }`;

/** Shows the references of style sheets. Runs in an isolated world, which the page's scripts cannot see. */
export async function setReferences(tab: Tab, job: ReferencesJob): Promise<FoundReferences> {
  const evaluate = await isolatedWorld(tab, 'references', 'The references of the style sheets could not be shown.');
  const found = (await evaluate(`(${showReferences})(${JSON.stringify(job)}, ${tools})`)) as FoundReferences & {
    readonly leaders: number;
  };
  if (found.leaders === 0) return found;
  const { width, widths, isWindow } = job;
  if (isWindow)
    await tab.session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(width),
      height: 800,
      deviceScaleFactor: 1,
      mobile: false,
    });
  await evaluate(`(${fillLeaders})(globalThis.colophonLeaders, ${JSON.stringify({ width, widths })})`);
  if (isWindow) await tab.session.send('Emulation.clearDeviceMetricsOverride');
  return found;
}

import type { Template } from '../templates/templates.ts';

/** What operations may use beside their own parameters. Plain data. */
export interface Resources {
  readonly templates: readonly Template[];
  /** Page indexes of the ids in `FlowSegment.probes`, from the probing print; absent in the first pass. */
  readonly resolved?: Readonly<Record<string, number>>;
  /** Page numbers (from 1) of the headings in a table of contents, by their ids, from an earlier print. */
  readonly contents?: Readonly<Record<string, number>>;
}

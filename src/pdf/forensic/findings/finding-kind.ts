import type { Category, Severity } from './severity.ts';

/** A kind of finding. `title` and `meaning` are sentences for the reader of a report. */
export type FindingKind = readonly [category: Category, severity: Severity, title: string, meaning: string];

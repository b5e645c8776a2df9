export type Severity = (typeof severities)[number];

export type Category = (typeof categories)[number];

/** Severities, the least first (docs/spec/tools.md). */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

/** What findings are about, and what `checks` of a request chooses from (docs/spec/tools.md). */
export const categories = [
  'revision',
  'signature',
  'active-content',
  'hidden-content',
  'failed-redaction',
  'metadata',
  'embedded-file',
  'structure',
  'recoverable',
  'parser-difference',
] as const;

export type Severity = (typeof severities)[number];

export type Category = (typeof categories)[number];

/** Severities, the least first (contract 12). */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

/** What findings are about, and what `checks` of a request chooses from (contract 12). */
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

/** A severity of findings. */
export type Severity = (typeof severities)[number];

/** A subject of findings. */
export type Category = (typeof categories)[number];

/** Severities from the least (docs/spec/tools.md). */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

/** Subjects of findings, from which `checks` of a request chooses (docs/spec/tools.md). */
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

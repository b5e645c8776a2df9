/** The place of a document that a call has made: the job in which its result is stored, and its number there, from 1. */
export interface ResultPlace {
  readonly jobId: string;
  readonly number: number;
}

const results = 'colophon://results/';
const templates = 'colophon://templates/';

/** The URIs that follow from others, as RFC 6570 describes them. */
export const uriTemplates = { result: `${results}{result}/{number}`, template: `${templates}{name}` } as const;

/** The URI of a document that a call has made. */
export function resultUri({ jobId, number }: ResultPlace): string {
  return `${results}${jobId}/${number}`;
}

/** The place that a URI names; `null` = it is not the URI of a result. */
export function resultPlace(uri: string): ResultPlace | null {
  const [, jobId, number] = /^colophon:\/\/results\/([A-Za-z0-9_-]{1,128})\/([1-9]\d{0,6})$/.exec(uri) ?? [];
  return jobId === undefined ? null : { jobId, number: Number(number) };
}

/** The URI of a template. */
export function templateUri(name: string): string {
  return templates + name;
}

/** The name of the template that a URI names; `null` = it is not the URI of a template. */
export function templateName(uri: string): string | null {
  return uri.startsWith(templates) ? uri.slice(templates.length) : null;
}

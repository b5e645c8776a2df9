import type { ListResourcesResult, ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { FairQueue } from '../../fair-queue.ts';
import { placeOf } from '../../jobs/job-cursor.ts';
import { AppError } from '../../problems.ts';
import type { Desk } from '../connection.ts';
import { findDocument, listedDocuments } from './results.ts';
import { resultPlace, templateName, templateUri, uriTemplates } from './uris.ts';

/** Results on one page of a list. */
const pageSize = 50;
/** Documents of one result in a list. The others can be read, by the URIs of the call's answer. */
const maxListedDocuments = 100;
/** A document beyond this size does not fit into a message; `GET /api/v1/jobs/{id}/result` sends it. */
const maxReadBytes = 64 * 1024 * 1024;
/** Documents of one client that are in memory at a time. */
const reading = new FairQueue({ placesPerClient: 4 });

/** The URIs that follow from others. */
export const resourceTemplates = [
  {
    uriTemplate: uriTemplates.result,
    name: 'result',
    title: 'A document that a tool has made',
    description: 'The answer of the tool contains its URI. It can be read for an hour.',
    mimeType: 'application/pdf',
  },
  {
    uriTemplate: uriTemplates.template,
    name: 'template',
    title: 'A template of documents',
    description: 'Its description, the JSON Schema of its data, and arguments of `render` as an example.',
    mimeType: 'application/json',
  },
];

/**
 * A page of the resources of a client: the templates, then the documents that were made in the last hour, the newest
 * first. `null` = no page has this cursor.
 */
export async function listResources(
  { offer, deps: { jobs } }: Desk,
  client: string,
  cursor: string | undefined,
): Promise<ListResourcesResult | null> {
  const after = cursor === undefined ? null : placeOf(client, cursor);
  if (cursor !== undefined && after === null) return null;
  const page = await jobs.list({ client, status: 'succeeded', after, limit: pageSize });
  const found = await Promise.all(page.jobs.map(({ id }) => jobs.find(client, id).catch(gone)));
  const resources: Resource[] = cursor === undefined ? offer.templates.map(templateResource) : [];
  for (const job of found.filter((one) => one !== null)) {
    const documents = await listedDocuments(job);
    for (const { uri, filename, pages, bytes } of documents.slice(0, maxListedDocuments))
      resources.push({
        uri,
        name: filename,
        description: `Made by ${job.tool}; ${pages} ${pages === 1 ? 'page' : 'pages'}.`,
        mimeType: 'application/pdf',
        size: bytes,
        annotations: { lastModified: new Date(job.finishedAt ?? job.createdAt).toISOString() },
      });
  }
  return { resources, ...(page.next !== null && { nextCursor: page.next }) };
}

/** A job that was deleted or has expired since it was listed. */
function gone(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function templateResource({ name, description }: Desk['offer']['templates'][number]): Resource {
  const title = `Template: ${name}`;
  return { uri: templateUri(name), name, title, description, mimeType: 'application/json' };
}

/** A resource of a client; `null` = the URI names nothing. Throws AppErrors such as `job-not-found`. */
export async function readResource(
  { offer, deps }: Desk,
  { client, signal }: { readonly client: string; readonly signal: AbortSignal },
  uri: string,
): Promise<ReadResourceResult | null> {
  const place = resultPlace(uri);
  if (place !== null)
    return reading.run({ client, signal }, async () => {
      const document = await findDocument(deps, client, place);
      if (document.bytes > maxReadBytes)
        throw new AppError(
          'limit-exceeded',
          `The document has ${document.bytes} bytes, and a message may contain one of ${maxReadBytes}. Name it by its ` +
            '`uri` in a call, or save it as a file.',
        );
      const blob = Buffer.from(await document.read()).toString('base64');
      return { contents: [{ uri, mimeType: 'application/pdf', blob }] };
    });
  const name = templateName(uri);
  const template = offer.templates.find((one) => one.name === name);
  if (template === undefined) return null;
  const { description } = template;
  const text = JSON.stringify({ name, description, ...(await template.data?.()) });
  return { contents: [{ uri, mimeType: 'application/json', text }] };
}

import type { PagePreviews, PageWanted } from '../../../calls/sessions/preview/preview-page.ts';
import { imageTypes, type ImageType } from '../../../context.ts';
import { invalidRequest } from '../../../input/input.ts';
import { AppError, type Mistake } from '../../../problems.ts';
import type { Sessions } from '../../../sessions/sessions.ts';
import { representImages } from '../../answer/representation.ts';
import { callerOf } from '../../caller-of.ts';
import { empty, principalOf, type Exchange, type Handler } from '../../exchange.ts';
import { queryOf } from '../route.ts';
import { valuesOf } from './operation-query.ts';

/** The sizes that a page may be requested in. */
export const pageLimits = { width: { min: 16, max: 4000 }, dpi: { min: 18, max: 600 } } as const;

const sizes = ['width', 'dpi'] as const;

/** `GET /sessions/{sessionId}/pages/{page}`: a page as an image (docs/sessions.md). */
export function showPage(sessions: Sessions, previews: PagePreviews): Handler {
  return async (exchange) => {
    const { sessionId = '', page = '' } = exchange.params;
    const wanted: PageWanted = { page: pageOf(page), size: sizeOf(queryOf(exchange.req.url)), type: typeOf(exchange) };
    const session = await sessions.find(principalOf(exchange).client, sessionId, true);
    const headers = { etag: tagOf(session.revision, wanted.type), vary: 'Accept' };
    if (isKnown(exchange.req.headers['if-none-match'], headers.etag)) return empty(304, headers);
    const drawn = await previews.draw(callerOf(exchange), session, wanted);
    const close = () => void drawn.content.close();
    if (exchange.res.closed) close();
    else exchange.res.once('close', close);
    const answer = await representImages(drawn, wanted.type);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}

function pageOf(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw invalidRequest([{ pointer: '/page', message: 'the page must be a whole number, from 1' }]);
}

function sizeOf(query: string): PageWanted['size'] {
  const given = valuesOf(query, sizes);
  const mistakes: Mistake[] = sizes.flatMap((name) => {
    const { min, max } = pageLimits[name];
    const value = given[name];
    if (value === undefined || (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max)) return [];
    return [{ pointer: `/${name}`, message: `\`${name}\` must be a whole number from ${min} to ${max}` }];
  });
  if (given.width !== undefined && given.dpi !== undefined)
    mistakes.push({ pointer: '/dpi', message: '`dpi` does not go with `width`' });
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  return Object.fromEntries(sizes.flatMap((name) => (given[name] === undefined ? [] : [[name, Number(given[name])]])));
}

function typeOf({ req }: Exchange): ImageType {
  const chosen = req.accepts([...imageTypes]);
  if (chosen !== false) return chosen as ImageType;
  const types = imageTypes.map((type) => `\`${type}\``).join(' or ');
  throw new AppError('not-acceptable', `This route answers ${types}, which \`Accept\` does not allow.`);
}

/** The revision; types other than the default are representations with tags of their own (RFC 9110, 8.8.3). */
function tagOf(revision: number, type: ImageType): string {
  return `"${revision}${type === imageTypes[0] ? '' : `-${type.replace('image/', '')}`}"`;
}

/** The weak comparison (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  return [...(header ?? '').matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}

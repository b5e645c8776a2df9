import type { RemotePage } from '../../../render/model/segments.ts';
import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { leadToAdded } from '../../../render/plan/sheets.ts';
import { waitFor, waitsOf, type WaitForOptions } from '../../../render/compose/wait-for.ts';

/** Fields of `add_url`. */
export interface AddUrl {
  readonly url: string;
  readonly cookies: RemotePage['cookies'];
  readonly headers: Readonly<Record<string, string>>;
  readonly media?: 'print' | 'screen';
  readonly waitFor?: WaitForOptions;
}

/** Characters of a header name (RFC 9110, 5.6.2) and a cookie name (RFC 6265). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;

/** RFC 6265, 4.1.1 cookie-octet. */
const cookieValue = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** The pages of a remote page, as a segment of the document. */
export const addUrl: Operation<AddUrl> = {
  name: 'add_url',
  tier: 'core',
  summary: 'Adds the pages of a remote page, of a host that the operator allows, at this place in the order.',
  flows: false,
  schema: joi.object({
    url: joi
      .string()
      .max(8192)
      .pattern(/^[hH][tT][tT][pP][sS]?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/)
      .required()
      .messages({ 'string.pattern.base': '{{#label}} must be an http or https URL without user and password' }),
    cookies: joi
      .array()
      .items(
        joi.object({
          name: joi.string().pattern(token).required(),
          value: joi.string().allow('').max(4096).pattern(cookieValue).required(),
          domain: joi.string().max(255),
          path: joi.string().max(1024),
        }),
      )
      .max(100)
      .default([]),
    headers: joi
      .object()
      .pattern(
        token,
        joi
          .string()
          .allow('')
          .max(8192)
          .pattern(/^[\t\x20-\x7e]*$/),
      )
      .default({}),
    media: joi.string().valid('print', 'screen'),
    waitFor: waitFor(),
  }),
  example: { url: 'https://example.com/terms', media: 'print' },
  compose(document, { url, cookies, headers, media, waitFor }, context) {
    leadToAdded(document);
    document.segments.push({
      kind: 'remote',
      page: {
        pointer: context.pointer(),
        url,
        cookies,
        headers,
        media: media ?? null,
        waitFor: waitFor === undefined ? null : waitsOf(waitFor, context.pointer('waitFor')),
      },
    });
    document.openPage ??= document.segments.findLast((segment) => segment.kind === 'flow')?.sheets.at(-1)?.page ?? null;
  },
};

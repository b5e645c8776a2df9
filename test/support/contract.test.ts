import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { problemBase } from '../../src/cli/package-description.ts';
import { openApi } from '../../src/http/openapi/openapi.ts';
import { contractOf, type Answer } from './contract.ts';
import { operations, tools } from './described-tools.ts';

const check = contractOf(openApi({ version: '1.2.3', tools, operations, problemBase }));
const pdf = Buffer.from('%PDF-1.7 and so on');
const limits = { ratelimit: '"client";r=119;t=60', 'ratelimit-policy': '"client";q=120;w=60' };

/** A good answer of the fixture's document tool. */
const printed = {
  method: 'POST',
  path: '/api/v1/compose-document?x=1',
  status: 200,
  headers: {
    ...limits,
    'x-request-id': 'r1',
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'content-disposition': 'attachment; filename="a.pdf"',
    'content-digest': `sha-256=:${createHash('sha256').update(pdf).digest('base64')}:`,
    'document-pages': '1',
    'document-warnings': '0',
  },
  body: pdf,
} satisfies Answer;

const problem = (slug: string, status: number, extra: object = {}) =>
  JSON.stringify({ type: problemBase + slug, title: 'T', status, detail: 'D', instance: 'r1', ...extra });
const failed = (slug: string, status: number, headers: object = {}) => ({
  method: 'POST',
  path: '/api/v1/inspect',
  status,
  headers: { ...limits, 'x-request-id': 'r1', 'content-type': 'application/problem+json', ...headers },
  body: problem(slug, status),
});

describe('The check of an answer against the contract', () => {
  it('lets good answers through', () => {
    check(printed);
    check(failed('invalid-pdf', 422));
    check(failed('missing-key', 401, { 'www-authenticate': 'Bearer' }));
    check({ ...failed('not-found', 404), path: '/api/v1/nowhere' });
    check({ ...failed('method-not-allowed', 405, { allow: 'POST' }), method: 'DELETE' });
    check({
      method: 'HEAD',
      path: '/healthz',
      status: 200,
      headers: { 'x-request-id': 'r1', 'content-type': 'application/json' },
    });
    check({ method: 'OPTIONS', path: '/healthz', status: 204, headers: { allow: 'GET' } });
  });

  const wrong: Record<string, [answer: Answer, message: RegExp]> = {
    'a status that the route does not have': [{ ...printed, status: 201 }, /status is not documented/],
    'a problem that the route does not have': [failed('unknown-operation', 400), /unknown-operation is not documented/],
    'a content type that the route does not have': [
      { ...printed, headers: { ...printed.headers, 'content-type': 'text/html' } },
      /content type "text\/html"/,
    ],
    'a missing id': [
      { ...printed, headers: { ...printed.headers, 'x-request-id': undefined } },
      /X-Request-Id is missing/,
    ],
    'a PDF without its pages': [
      { ...printed, headers: { ...printed.headers, 'document-pages': undefined } },
      /Document-Pages is missing/,
    ],
    'a header of another form': [
      { ...printed, headers: { ...printed.headers, 'document-pages': 'many' } },
      /Document-Pages is not as documented/,
    ],
    'a digest of other bytes': [{ ...printed, body: Buffer.from('%PDF-1.7 and so no') }, /Content-Digest/],
    'a challenge that is missing': [failed('missing-key', 401), /WWW-Authenticate is missing/],
    'a problem of another status': [
      { ...failed('invalid-pdf', 422), body: problem('invalid-pdf', 400) },
      /"status" of the problem is 400/,
    ],
    'a mistake without a pointer': [
      { ...failed('invalid-pdf', 422), body: problem('invalid-pdf', 422, { errors: [{ message: 'M' }] }) },
      /pointer/,
    ],
    'a problem of another request': [failed('invalid-pdf', 422, { 'x-request-id': 'r2' }), /instance is "r1"/],
    'a body that is not JSON': [{ ...failed('invalid-pdf', 422), body: '<html>' }, /not JSON/],
  };
  for (const [what, [answer, message]] of Object.entries(wrong)) {
    it(`refuses ${what}`, () => {
      expect(() => {
        check(answer);
      }).to.throw(message);
    });
  }
});

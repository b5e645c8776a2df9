import { isKey } from '../../calls/access/keys.ts';
import type { Exchange } from '../exchange.ts';
import { queryOf } from '../routes/route.ts';

const right = 'Send the key as `Authorization: Bearer <API_KEY>`.';

/** Where a key is looked for in vain, and the sentence about it; the first that applies. */
const mistakes: readonly (readonly [applies: (exchange: Exchange) => boolean, detail: string])[] = [
  [
    ({ req }) => /^bearer\s*$/i.test(req.headers.authorization ?? ''),
    'The header `Authorization` has no key after `Bearer`. Where the key comes from a variable such as `$KEY`, the ' +
      'variable is empty.',
  ],
  [
    ({ req }) => (req.headers.authorization ?? '').startsWith('svc_live_'),
    'The header `Authorization` lacks the word `Bearer` before the key. ' + right,
  ],
  [
    ({ req }) => req.headers.authorization !== undefined,
    'The header `Authorization` is of another scheme than `Bearer`, such as `Basic`, which this service does not ' +
      'take. ' +
      right,
  ],
  [
    ({ req }) => ['x-api-key', 'api-key', 'x-auth-token'].some((name) => req.headers[name] !== undefined),
    'The request has a key in another header than `Authorization`, where it is not read. ' + right,
  ],
  [
    ({ req }) => /(?:^|&)(?:api[-_]?key|key|token|access[-_]token)=/i.test(queryOf(req.url)),
    'The request has a key in its query, where it is not read, because addresses are logged. ' + right,
  ],
];

/**
 * The detail of a request without a key. A browser at the root learns which service answers, and where its documentation
 * is.
 */
export function keyMissing(exchange: Exchange, version: string): string {
  const { method } = exchange.req;
  if (exchange.path === '/' && (method === 'GET' || method === 'HEAD'))
    return (
      `This is Colophon ${version}, an HTTP service that makes PDFs and works on them. Its routes begin with /api/v1, ` +
      'and need a key in the header `Authorization: Bearer <API_KEY>`. The documentation is in the project of the ' +
      'service: README.md for a first request, docs/api.html for the reference.'
    );
  return mistakes.find(([applies]) => applies(exchange))?.[1] ?? `The request has no key. ${right}`;
}

/** The detail of a key that is not valid. Whether its kid exists is not revealed. */
export function keyInvalid(token: string): string {
  return isKey(token)
    ? 'The key is unknown, wrong, expired or revoked. The operator of the service can check it, or issue a new one.'
    : 'The key is not of the form `svc_live_<kid>_<secret>`, which every key of this service has. Send it whole, as ' +
        'it was issued.';
}

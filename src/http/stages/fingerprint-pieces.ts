import type { Request } from 'express';
import type { FingerprintPieces } from '../../calls/reading/fingerprint.ts';
import type { Payload } from '../../calls/reading/received.ts';
import { parseMediaType } from '../body/accepted-body.ts';
import { queryOf } from '../routes/route.ts';

/** The parts of a request that are equal in a retry of it. */
export function fingerprintPieces(request: Pick<Request, 'headers' | 'url'>, payload: Payload): FingerprintPieces {
  return {
    head: [
      queryOf(request.url),
      request.headers.accept ?? '*/*',
      parseMediaType(request.headers['content-type'] ?? '').type,
    ],
    text: payload.request,
    files: payload.files.map(({ field, filename, contentType, stored }) =>
      JSON.stringify([field, filename, contentType, stored.sha256]),
    ),
  };
}

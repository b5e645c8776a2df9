import type { Session } from '../../../store/facets/sessions.ts';
import { json, type Answer } from '../../exchange.ts';
import { apiBase } from '../route.ts';
import { etagOf } from './if-match.ts';

/** Path of all sessions. */
export const sessionsPath = `${apiBase}/sessions`;

/** The session as its routes answer it (docs/spec/jobs-and-sessions.md). */
export function sessionAnswer(status: 200 | 201, session: Session): Answer {
  const { id, revision, operations, font, createdAt, updatedAt, expiresAt, document, output } = session;
  const fields = {
    sessionId: id,
    status: 'open',
    revision,
    operations,
    font: font === null ? null : (JSON.parse(font) as unknown),
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(updatedAt),
    expiresAt: timeOf(expiresAt),
    document: JSON.parse(document) as unknown,
    output: JSON.parse(output) as unknown,
  };
  return json(status, fields, { etag: etagOf(revision), ...(status === 201 && { location: `${sessionsPath}/${id}` }) });
}

/** RFC 3339, in UTC. */
function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

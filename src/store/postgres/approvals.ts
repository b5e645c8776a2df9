import { createHash } from 'node:crypto';
import type { ApprovalStore } from '../store.ts';
import type { Queries } from './database.ts';

export function postgresApprovals(queries: Queries): ApprovalStore {
  return { use: (id, expiresAt) => useApproval(queries, id, expiresAt) };
}

/** `false` = it has been used. */
export async function useApproval(queries: Queries, id: string, expiresAt: number): Promise<boolean> {
  const { count } = await queries.query('INSERT INTO colophon.approvals (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [createHash('sha256').update(id).digest(), expiresAt]);
  return count > 0;
}

import type { DatabaseSync } from 'node:sqlite';
import type { ApprovalStore } from '../store.ts';
import { settle } from './transaction.ts';

/** Used approvals in SQLite. `use` is one statement, so one of many that ask at once gets it. */
export function sqliteApprovals(database: DatabaseSync): ApprovalStore {
  const use = approvalUse(database);
  return { use: (id, expiresAt) => settle(() => use(id, expiresAt)) };
}

/** The same within a transaction: `false` = it was used before. */
export function approvalUse(database: DatabaseSync): (id: string, expiresAt: number) => boolean {
  const used = database.prepare('INSERT INTO approvals (id, expires_at) VALUES (:id, :expiresAt) ON CONFLICT DO NOTHING');
  return (id, expiresAt) => used.run({ id, expiresAt }).changes === 1;
}

/** The indexes of sessions, in the SQL that SQLite and PostgreSQL share. */
export const sessionIndexes = `
   CREATE UNIQUE INDEX session_places ON session_entries (session, place) WHERE removed IS NULL;
   CREATE UNIQUE INDEX session_operation_ids ON session_entries (session, operation_id) WHERE removed IS NULL;
   CREATE INDEX session_added ON session_entries (session, added);
   CREATE INDEX session_removed ON session_entries (session, removed) WHERE removed IS NOT NULL;
   CREATE INDEX session_anchors ON session_entries (session, anchor) WHERE removed IS NULL AND anchor IS NOT NULL;
   CREATE INDEX session_fonts ON session_entries (session, place) WHERE removed IS NULL AND font IS NOT NULL;
   CREATE INDEX session_entry_contents ON session_entries (session, content);
   CREATE INDEX session_asset_contents ON session_assets (session, content);
   CREATE INDEX session_uses_by_name ON session_uses (session, name);`;

/** The digits of places, in their order. */
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The SQL of the place of an operation whose number is in a column: an integer of fractional-indexing, of four digits. */
export function placeOfNumber(column: string): string {
  const digits = [238_328, 3844, 62, 1].map((unit) => `substr('${base62}', 1 + ${column} / ${unit} % 62, 1)`);
  return `'d' || ${digits.join(' || ')}`;
}

import { newId } from '#app/core/platform/ids.ts';
import { selectRows, write, type SqlValue } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

const PAGE_SIZE = 50;

/** More than there are kinds of actions. */
const MAX_ACTIONS = 100;

/** An entry of the audit trail. */
export interface AuditEntry {
  id: string;
  /** `operator:<name>`, `user:<id>` or `system:<part>`. */
  actor: string;
  action: string;
  subjectId: string | null;
  detail: Record<string, string | number | null>;
  createdAt: Date;
}

/** The person of a filter: a user, with acts by them and on them, or another actor by name. */
export type AuditPerson = { userId: string } | { actor: string };

interface AuditFilter {
  person: AuditPerson | null;
  action: string | null;
  /** Id of the last entry of the previous page. */
  before: string | null;
  limit?: number;
}

interface Row extends Omit<AuditEntry, 'detail'> {
  detail: string | null;
}

type Condition = [sql: string, value: SqlValue];

/** An action of an operator or of the system on an account, for the trail. */
interface AuditedAct {
  /** The actor: `operator:<name>`, `user:<id>` or `system:<part>`. */
  actor: string;
  action: string;
  subjectId: string | null;
  /** Must not contain secrets. */
  detail?: Record<string, string | number | null>;
}

/**
 * Reads a page of the audit trail, newest entry first. Entries by a person and entries about them are read by
 * separate indexes.
 * @returns `nextBefore` for the next page, null at the end
 */
export async function readAudit(
  tx: Tx,
  { person, action, before, limit = PAGE_SIZE }: AuditFilter,
): Promise<{ entries: AuditEntry[]; nextBefore: string | null }> {
  const common: Condition[] = [];
  if (action !== null) common.push(['action = ?', action]);
  if (before !== null) common.push(['id < ?', before]);
  const sides = sidesOf(person).map((side) => [...side, ...common]);
  const selects = sides.map(
    (conditions) =>
      `SELECT id, actor, action, subject_id AS subjectId, detail, created_at AS createdAt FROM audit_entries
       ${conditions.length > 0 ? `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}` : ''}
       ORDER BY id DESC LIMIT ?`,
  );
  const values = sides.flatMap((conditions) => [...conditions.map(([, value]) => value), limit + 1]);
  const [only = ''] = selects;
  const rows =
    selects.length === 1
      ? await selectRows<Row>(tx, only, values)
      : await selectRows<Row>(
          tx,
          `${selects.map((one) => `(${one})`).join(' UNION ')} ORDER BY id DESC LIMIT ?`,
          [...values, limit + 1],
        );
  const shown = rows.slice(0, limit);
  return {
    entries: shown.map(({ detail, ...row }) => ({ ...row, detail: readDetail(detail) })),
    nextBefore: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** The kinds of actions that occur in the trail. */
export async function listActions(tx: Tx): Promise<string[]> {
  const rows = await selectRows<{ action: string }>(
    tx,
    `SELECT action FROM audit_entries GROUP BY action ORDER BY action LIMIT ${MAX_ACTIONS}`,
  );
  return rows.map(({ action }) => action);
}

function sidesOf(person: AuditPerson | null): Condition[][] {
  if (person === null) return [[]];
  if ('actor' in person) return [[['actor = ?', person.actor]]];
  return [[['subject_id = ?', person.userId]], [['actor = ?', `user:${person.userId}`]]];
}

function readDetail(text: string | null): AuditEntry['detail'] {
  return text === null ? {} : (JSON.parse(text) as AuditEntry['detail']);
}

export async function recordAudit(tx: Tx, { actor, action, subjectId, detail }: AuditedAct): Promise<void> {
  await write(
    tx,
    'INSERT INTO audit_entries (id, actor, action, subject_id, detail, created_at) VALUES (?)',
    [[newId(), actor.slice(0, 120), action, subjectId, detail ? JSON.stringify(detail) : null, new Date()]],
  );
}

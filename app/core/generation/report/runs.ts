import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

/** A run as an operator sees it: events and cost, without any text. */
export interface RunReport {
  id: string;
  target: string;
  task: string;
  state: string;
  attempt: number;
  userId: string;
  conversationId: string | null;
  endpoint: string;
  provider: string;
  model: string;
  heldMicro: string;
  chargedMicro: string | null;
  promptTokens: number | null;
  completionTokens: number | null;
  errorCode: string | null;
  errorDetail: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

/** Finds the runs that a request began, by its `x-request-id`; a chat's first request also has a title. */
export function findByRequest(tx: Tx, requestId: string): Promise<RunReport[]> {
  return selectRows<RunReport>(
    tx,
    `SELECT id, target, task, state, attempt, user_id AS userId, conversation_id AS conversationId, endpoint, provider,
       model, held_micro AS heldMicro, charged_micro AS chargedMicro, prompt_tokens AS promptTokens,
       completion_tokens AS completionTokens, error_code AS errorCode, error_detail AS errorDetail,
       created_at AS createdAt, finished_at AS finishedAt
     FROM generations WHERE request_id = ? ORDER BY created_at, id LIMIT 20`,
    [requestId],
  );
}

/** Counts open runs by state, and the seconds that the oldest has waited for a worker (0: none waits). */
export async function measureRuns(): Promise<{ queued: number; running: number; oldestSeconds: number }> {
  const rows = await selectRows<{ state: 'queued' | 'running'; runs: string; age: string }>(
    AUTOCOMMIT,
    `SELECT state, COUNT(*) AS runs, TIMESTAMPDIFF(MICROSECOND, MIN(created_at), NOW(3)) AS age
     FROM generations WHERE state IN ('queued', 'running') GROUP BY state`,
  );
  const [queued, running] = (['queued', 'running'] as const).map((state) =>
    rows.find((row) => row.state === state),
  );
  return {
    queued: Number(queued?.runs ?? 0),
    running: Number(running?.runs ?? 0),
    oldestSeconds: Math.max(0, Number(queued?.age ?? 0) / 1e6),
  };
}

import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** A run as an operator sees it: what happened and what it cost, none of what was said. */
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

/** The runs that a request began, by the id in its `x-request-id`; a chat's first request also has a title. */
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

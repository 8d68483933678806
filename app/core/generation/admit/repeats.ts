import { AppError } from '#app/contracts/errors.ts';
import { isFinalState, type GenerationState, type LogEntry } from '#app/contracts/generation.ts';
import type { Append } from '#app/core/conversations/messages/append.ts';
import { logLength } from '#app/core/generation/stream/log.ts';
import {
  answerNotStored,
  assertSameBody,
  nameOf,
  type IdempotentCall,
} from '#app/core/idempotency/idempotent-call.ts';
import { findIdempotentCalls, type KnownCall } from '#app/core/idempotency/known-calls.ts';
import { readRepeatAnswer } from '#app/core/idempotency/stored-answers.ts';
import type { Outcome } from '#app/core/platform/batcher.ts';
import { config } from '#app/core/platform/config.ts';
import type { ApiCall } from '#app/core/targets/api-call.ts';
import { ADOPTABLE_MS } from '#app/core/targets/call.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { refused, existing, type Admission } from './admission.ts';
import type { AdmissionState } from './locks.ts';
import type { Plan } from '#app/core/generation/plan/plan.ts';

/** A run that an earlier attempt of the same call began, or its stored answer. */
export interface Repeat {
  generationId: string;
  /** The stored answer of a run that ended; null: the run's log can be read from its first entry. */
  storedAnswer: LogEntry[] | null;
}

/** Plans to be written, and the outcomes of the others, except those that repeat a plan of this batch. */
interface Sorted {
  fresh: Plan[];
  outcomes: Map<Plan, Outcome<Admission>>;
  /** The plan of this batch that another one repeats. */
  firstOf(plan: Plan): Plan;
}

/** The identity of a call with an Idempotency-Key; null without one. */
export function idempotentCallOf(call: ApiCall): IdempotentCall | null {
  const { idempotencyKeyHash: keyHash, requestHash, key } = call;
  return keyHash === null ? null : { apiKeyId: key.id, keyHash, requestHash };
}

/**
 * Finds the result of an earlier call with this Idempotency-Key. A run that failed or was stopped left no
 * answer: then `replaces` is its id, and the call is admitted again in its place. An answered and charged
 * call is never replaced.
 * @throws AppError conflict when the key was used with another body, or when the answer was too large to be
 *   stored
 */
export async function findNamedRepeat(
  call: ApiCall,
): Promise<{ repeat: Repeat | null; replaces: string | null }> {
  const named = idempotentCallOf(call);
  const known = named && (await findIdempotentCalls(AUTOCOMMIT, [named])).get(nameOf(named));
  if (!known) return { repeat: null, replaces: null };
  const { generationId } = known;
  if (known.isExpired) return { repeat: null, replaces: generationId };
  assertSameBody(known, named);
  const run = await readRun(generationId);
  if (run && run.stop_requested_at === null && !isFinalState(run.state))
    return { repeat: { generationId, storedAnswer: null }, replaces: null };
  const storedAnswer = await readRepeatAnswer(AUTOCOMMIT, generationId, call.userId);
  if (storedAnswer) return { repeat: { generationId, storedAnswer }, replaces: null };
  if (run?.state !== 'done') return { repeat: null, replaces: generationId };
  // The log of the first readers still exists for a short time.
  if (await isLogged(generationId)) return { repeat: { generationId, storedAnswer: null }, replaces: null };
  throw answerNotStored(generationId);
}

/**
 * Finds the generation that an earlier call with this Idempotency-Key ordered, in any state: its id was the
 * answer. `replaces` is a generation that is gone.
 * @throws AppError conflict when the key was used with another body
 */
export async function findOrdered(
  call: ApiCall,
): Promise<{ earlier: string | null; replaces: string | null }> {
  const named = idempotentCallOf(call);
  const known = named && (await findIdempotentCalls(AUTOCOMMIT, [named])).get(nameOf(named));
  if (!known) return { earlier: null, replaces: null };
  const { generationId } = known;
  if (known.isExpired) return { earlier: null, replaces: generationId };
  assertSameBody(known, named);
  return (await readRun(generationId))
    ? { earlier: generationId, replaces: null }
    : { earlier: null, replaces: generationId };
}

/** Whether a log exists; false while Redis is away. */
async function isLogged(generationId: string): Promise<boolean> {
  return (await logLength(generationId).catch(() => 0)) > 0;
}

function readRun(
  id: string,
): Promise<{ state: GenerationState; stop_requested_at: Date | null } | undefined> {
  return selectRow(AUTOCOMMIT, 'SELECT state, stop_requested_at FROM generations WHERE id = ?', [id]);
}

/**
 * Finds a run for an automatic retry. Official clients repeat a call whose answer they lost, and send nothing
 * but the retry number. Returns a run with the same key and body that is open or was completed within the
 * last minute. Each retry number claims a run at most once, so that of many identical calls each retry gets
 * an answer of its own.
 */
export async function adoptRun({ key, requestHash, retryCount }: ApiCall): Promise<Repeat | null> {
  if (retryCount === 0) return null;
  const begunMs = config().RUN_DEADLINE_MS + ADOPTABLE_MS;
  const runs = await selectRows<{ id: string; state: GenerationState }>(
    AUTOCOMMIT,
    `SELECT id, state FROM generations
     WHERE api_key_id = ? AND request_hash = ? AND created_at > NOW(3) - INTERVAL ? MICROSECOND
       AND adoptions < ? AND stop_requested_at IS NULL
       AND (state IN ('queued', 'running') OR (state = 'done' AND finished_at > NOW(3) - INTERVAL ? MICROSECOND))
     ORDER BY created_at DESC LIMIT 8`,
    [key.id, requestHash, begunMs * 1000, retryCount, ADOPTABLE_MS * 1000],
  );
  for (const { id, state } of runs) {
    // A run that has ended can be read again only while its log exists.
    if (state === 'done' && !(await isLogged(id))) continue;
    const adopted = await change(
      AUTOCOMMIT,
      'UPDATE generations FORCE INDEX (PRIMARY) SET adoptions = ? WHERE id = ? AND adoptions < ?',
      [retryCount, id, retryCount],
    );
    if (adopted === 1) return { generationId: id, storedAnswer: null };
  }
  return null;
}

/**
 * Finds the plans that repeat earlier sends, or each other, and those that add to another user's
 * conversation.
 */
export function findKnown(
  plans: readonly Plan[],
  found: Pick<AdmissionState, 'sends' | 'calls' | 'committed' | 'conversations'>,
): Sorted {
  const outcomes = new Map<Plan, Outcome<Admission>>();
  const first = new Map<string, Plan>();
  const fresh: Plan[] = [];
  for (const plan of plans) {
    const { append, generation } = plan;
    const known = found.committed.has(generation.id) ? generation.id : found.sends.get(sendKey(plan));
    const call = knownCall(plan, found.calls);
    if (known) outcomes.set(plan, existing(known, known !== generation.id));
    else if (call) outcomes.set(plan, repeatOf(call, plan));
    else if (first.has(sendKey(plan))) continue;
    else if (append && !isOwn(append, found.conversations)) {
      outcomes.set(plan, refused(new AppError('not_found', { param: 'conversationId' })));
    } else {
      first.set(sendKey(plan), plan);
      fresh.push(plan);
    }
  }
  return { fresh, outcomes, firstOf: (plan) => first.get(sendKey(plan))! };
}

/** An existing conversation must belong to the caller. */
function isOwn({ conversation, userId }: Append, conversations: AdmissionState['conversations']): boolean {
  return conversation.isNew || conversations.get(conversation.id)?.userId === userId;
}

/** Key shared by two plans when one repeats the other. */
function sendKey({ append, generation, idempotency }: Plan): string {
  if (idempotency) return `${nameOf(idempotency)} ${idempotency.requestHash}`;
  return `${generation.userId} ${append?.sendRef ?? generation.id}`;
}

/** The call that a plan repeats, unless the plan replaces it. */
function knownCall({ idempotency }: Plan, calls: AdmissionState['calls']): KnownCall | undefined {
  const known = idempotency && calls.get(nameOf(idempotency));
  return known && known.generationId !== idempotency.replaces ? known : undefined;
}

function repeatOf(known: KnownCall, { idempotency }: Plan): Outcome<Admission> {
  try {
    assertSameBody(known, idempotency!);
    return existing(known.generationId, true);
  } catch (error) {
    return { ok: false, error };
  }
}

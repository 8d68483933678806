import type { ResponseOutputItem } from 'openai/resources/responses/responses';
import { AppError } from '#app/contracts/errors.ts';
import { isFinalState, type LogEntry, type ReplyEnd, type ReplyStart } from '#app/contracts/generation.ts';
import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import { readRunState, type RunState } from '#app/core/generation/report/jobs.ts';
import { findResponse } from '#app/core/responses/responses.ts';
import type { KeptResponse } from '#app/core/responses/stored-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { factsOf, type Asked } from './stored-request.server.ts';
import { generationOfResponse, inputItemId } from './item-id.ts';
import { OutputItems } from './output-items.ts';
import { endedResponse, isWhole, openResponse, type ResponseObject } from './response-object.ts';

/** A stored response, and the state of its run if that has not ended. */
export interface Found {
  kept: KeptResponse;
  run: RunState | null;
}

/** An item with the id by which a later input can refer to it. */
export type NamedItem = PlainItem & { id: string };

/** A stored response whose run has ended. */
export interface Ended extends KeptResponse {
  answer: LogEntry[];
}

export const hasEnded = (kept: KeptResponse): kept is Ended => kept.answer !== null;

export const askedIn = ({ asked }: KeptResponse): Asked => JSON.parse(asked) as Asked;

/** The time of its completion, in Unix seconds; null while it is in progress. */
export const completedAtOf = ({ endedAt }: KeptResponse): number | null =>
  endedAt && Math.floor(endedAt.getTime() / 1000);

/** @throws AppError not_found for a response that is unknown, deleted, not stored or of another account */
export async function findKept(userId: string, responseId: string): Promise<Found> {
  const found = await lookForKept(userId, responseId);
  if (found) return found;
  throw new AppError('not_found', {
    param: 'id',
    message: 'There is no such response. It was not stored, was deleted, or its time is over.',
  });
}

/** @returns null for a response that is unknown, deleted, not stored or of another account */
export async function lookForKept(userId: string, responseId: string): Promise<Found | null> {
  const id = generationOfResponse(responseId);
  const kept = id === null ? null : await findResponse(AUTOCOMMIT, { userId, id });
  if (kept && hasEnded(kept)) return { kept, run: null };
  const run = kept ? await readRunState(AUTOCOMMIT, { userId, id: kept.id }) : undefined;
  if (kept && run && !isFinalState(run.state)) return { kept, run };
  // The run may have ended between the two reads.
  const again = run && id !== null ? await findResponse(AUTOCOMMIT, { userId, id }) : null;
  return again && hasEnded(again) ? { kept: again, run: null } : null;
}

/** The current state of a response. Its output so far comes only with its end, or with its events. */
export function objectOf({ kept, run }: Found): ResponseObject {
  if (hasEnded(kept)) return keptObject(kept);
  const facts = factsOf(askedIn(kept), kept.id, null);
  return openResponse(
    { ...facts, model: run?.model ?? facts.model },
    run?.state === 'running' ? 'in_progress' : 'queued',
  );
}

/** The model and provider that answered; null if none did. */
export function startIn({ answer }: Ended): ReplyStart | null {
  return answer.find((entry) => entry.type === 'start') ?? null;
}

/** The object of a stored response that has ended. */
function keptObject(kept: Ended): ResponseObject {
  const facts = factsOf(askedIn(kept), kept.id, startIn(kept));
  const { items, end } = outputOf(kept, facts);
  return endedResponse(facts, { output: items, end, completedAt: completedAtOf(kept) });
}

/** The input items of a response, in order. */
export function inputItemsOf(kept: KeptResponse): NamedItem[] {
  return askedIn(kept).input.map((item, index) => ({
    ...item,
    id: item.id ?? inputItemId(item.type, kept.id, index),
  }));
}

/** The output items of a response in the form of a later input, without calls that were cut. */
export function outputItemsOf(kept: Ended): NamedItem[] {
  const { items, end } = outputOf(kept, {
    generationId: kept.id,
    isSummarised: false,
    hasPackedThoughts: true,
    groups: askedIn(kept).groups,
  });
  return items.flatMap((item) => toInput(item, isWhole(end)) ?? []);
}

function outputOf({ answer }: Ended, options: ConstructorParameters<typeof OutputItems>[0]) {
  const output = new OutputItems(options);
  for (const entry of answer) output.add(entry);
  const end = answer.at(-1) as ReplyEnd;
  output.end(isWhole(end));
  return { items: output.items, end };
}

function toInput(item: ResponseOutputItem, isAnswerWhole: boolean): NamedItem | null {
  if (item.type === 'message') {
    const { id, type, role, content } = item;
    const parts = content.map((part) =>
      part.type === 'refusal'
        ? { type: part.type, refusal: part.refusal }
        : { type: part.type, text: part.text },
    );
    return { id, type, role, content: parts };
  }
  if (item.type === 'reasoning') {
    const { id, type, summary, content, encrypted_content: packed } = item;
    return { id, type, summary, content, encrypted_content: packed };
  }
  if (item.type === 'function_call' && item.status === 'completed') {
    const { id = '', type, call_id, name, namespace, arguments: json } = item;
    return { id, type, call_id, name, namespace, arguments: json };
  }
  if (item.type === 'custom_tool_call' && isAnswerWhole) {
    const { id = '', type, call_id, name, namespace, input } = item;
    return { id, type, call_id, name, namespace, input };
  }
  return null;
}

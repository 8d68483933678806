import type { ResponseOutputItem } from 'openai/resources/responses/responses';
import { AppError } from '#app/contracts/errors.ts';
import { isFinalState, type LogEntry, type ReplyEnd, type ReplyStart } from '#app/contracts/generation.ts';
import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import { readRunState, type RunState } from '#app/core/generation/report/jobs.ts';
import { findResponse } from '#app/core/responses/responses.ts';
import type { StoredResponse } from '#app/core/responses/stored-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { factsOf, type StoredRequest } from './stored-request.server.ts';
import { generationOfResponse, inputItemId } from './item-id.ts';
import { OutputItems } from './output-items.ts';
import { endedResponse, isWhole, openResponse, type ResponseObject } from './response-object.ts';

/** A stored response, and the state of its run if that has not ended. */
export interface FoundResponse {
  stored: StoredResponse;
  run: RunState | null;
}

/** An item with the id by which a later input can refer to it. */
export type NamedItem = PlainItem & { id: string };

/** A stored response whose run has ended. */
export interface EndedResponse extends StoredResponse {
  answer: LogEntry[];
}

export const hasEnded = (stored: StoredResponse): stored is EndedResponse => stored.answer !== null;

export const storedRequestIn = ({ asked }: StoredResponse): StoredRequest =>
  JSON.parse(asked) as StoredRequest;

/** The time of its completion, in Unix seconds; null while it is in progress. */
export const completedAtOf = ({ endedAt }: StoredResponse): number | null =>
  endedAt && Math.floor(endedAt.getTime() / 1000);

/** @throws AppError not_found for a response that is unknown, deleted, not stored or of another account */
export async function findStored(userId: string, responseId: string): Promise<FoundResponse> {
  const found = await findStoredOrNull(userId, responseId);
  if (found) return found;
  throw new AppError('not_found', {
    param: 'id',
    message: 'There is no such response. It was not stored, was deleted, or its time is over.',
  });
}

/** @returns null for a response that is unknown, deleted, not stored or of another account */
export async function findStoredOrNull(userId: string, responseId: string): Promise<FoundResponse | null> {
  const id = generationOfResponse(responseId);
  const stored = id === null ? null : await findResponse(AUTOCOMMIT, { userId, id });
  if (stored && hasEnded(stored)) return { stored, run: null };
  const run = stored ? await readRunState(AUTOCOMMIT, { userId, id: stored.id }) : undefined;
  if (stored && run && !isFinalState(run.state)) return { stored, run };
  // The run may have ended between the two reads.
  const again = run && id !== null ? await findResponse(AUTOCOMMIT, { userId, id }) : null;
  return again && hasEnded(again) ? { stored: again, run: null } : null;
}

/** The current state of a response. Its output so far comes only with its end, or with its events. */
export function currentObject({ stored, run }: FoundResponse): ResponseObject {
  if (hasEnded(stored)) return endedObject(stored);
  const facts = factsOf(storedRequestIn(stored), stored.id, null);
  return openResponse(
    { ...facts, model: run?.model ?? facts.model },
    run?.state === 'running' ? 'in_progress' : 'queued',
  );
}

/** The model and provider that answered; null if none did. */
export function startIn({ answer }: EndedResponse): ReplyStart | null {
  return answer.find((entry) => entry.type === 'start') ?? null;
}

/** The object of a stored response that has ended. */
function endedObject(stored: EndedResponse): ResponseObject {
  const facts = factsOf(storedRequestIn(stored), stored.id, startIn(stored));
  const { items, end } = outputOf(stored, facts);
  return endedResponse(facts, { output: items, end, completedAt: completedAtOf(stored) });
}

/** The input items of a response, in order. */
export function inputItemsOf(stored: StoredResponse): NamedItem[] {
  return storedRequestIn(stored).input.map((item, index) => ({
    ...item,
    id: item.id ?? inputItemId(item.type, stored.id, index),
  }));
}

/** The output items of a response in the form of a later input, without calls that were cut. */
export function outputItemsOf(stored: EndedResponse): NamedItem[] {
  const { items, end } = outputOf(stored, {
    generationId: stored.id,
    isSummarised: false,
    hasPackedThoughts: true,
    groups: storedRequestIn(stored).groups,
  });
  return items.flatMap((item) => toInput(item, isWhole(end)) ?? []);
}

function outputOf({ answer }: EndedResponse, options: ConstructorParameters<typeof OutputItems>[0]) {
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

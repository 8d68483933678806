import { AppError } from '#app/contracts/errors.ts';
import { MAX_ITEMS, type InputItem, type PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import type { ResponsesRequest } from '#app/contracts/openai/responses/request.ts';
import { findResponses, measureResponses } from '#app/core/responses/responses.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import {
  hasEnded,
  inputItemsOf,
  findStoredOrNull,
  outputItemsOf,
  type EndedResponse,
  type NamedItem,
} from './stored-response.server.ts';
import { generationOfItem, responseId } from './item-id.ts';

/** The maximum number of responses in a chain, and of their bytes in total, encrypted. */
const MAX_ANCESTORS = 256;
const MAX_BYTES = 16 * 1024 * 1024;

const FIELD = 'previous_response_id';

/** The conversation before a call. */
export interface PreviousItems {
  /** Generation ids of the chain, from the first. */
  ancestors: string[];
  /** The items of the chain, from both sides. */
  items: PlainItem[];
  /** The input, with every item reference replaced by its item. */
  input: PlainItem[];
}

/**
 * The conversation that a call continues, and the items that it refers to.
 * @throws AppError not_found for a response or item that is unknown, deleted, not stored or of another
 * account; conflict for a response in progress; invalid_request for more than is read again
 */
export async function readPrevious(userId: string, body: ResponsesRequest): Promise<PreviousItems> {
  const { previous_response_id: previous, input } = body;
  const chain = previous === undefined ? [] : await readChain(userId, previous);
  const items = chain.flatMap((stored) => [...inputItemsOf(stored), ...outputItemsOf(stored)]);
  if (items.length + input.length > MAX_ITEMS) throw tooLong(`more than ${MAX_ITEMS} items`);
  return { ancestors: chain.map(({ id }) => id), items, input: await resolveReferences(userId, input) };
}

async function readChain(userId: string, previous: string): Promise<EndedResponse[]> {
  const last = (await findStoredOrNull(userId, previous))?.stored;
  if (!last) throw missing(FIELD, previous);
  if (!hasEnded(last))
    throw new AppError('conflict', {
      param: FIELD,
      message: `${FIELD}: ${responseId(last.id)} is still in progress. Wait until it has ended.`,
      // The response may take minutes; clients repeat a 409 within seconds.
      shouldRetry: false,
    });
  if (last.ancestors.length >= MAX_ANCESTORS) throw tooLong(`more than ${MAX_ANCESTORS} responses`);
  const ids = [...last.ancestors, last.id];
  if ((await measureResponses(AUTOCOMMIT, userId, ids)) > MAX_BYTES) throw tooLong('too many bytes');
  const before = await findResponses(AUTOCOMMIT, userId, last.ancestors);
  return ids.map((ancestor) => {
    const stored = ancestor === last.id ? last : before.get(ancestor);
    if (!stored || !hasEnded(stored)) throw missing(FIELD, responseId(ancestor));
    return stored;
  });
}

/** Replaces item references by their items. */
async function resolveReferences(userId: string, input: readonly InputItem[]): Promise<PlainItem[]> {
  const ids = new Set(
    input.flatMap((item) => (item.type === 'item_reference' ? (generationOfItem(item.id) ?? []) : [])),
  );
  if (ids.size > MAX_ANCESTORS) throw tooLong(`items of more than ${MAX_ANCESTORS} responses`, 'input');
  const known = ids.size > 0 ? await readItems(userId, [...ids]) : new Map<string, NamedItem>();
  return input.map((item, index) => {
    if (item.type !== 'item_reference') return item;
    const named = known.get(item.id);
    if (!named) throw missing(`input[${index}]`, item.id);
    return named;
  });
}

async function readItems(userId: string, ids: string[]): Promise<Map<string, NamedItem>> {
  if ((await measureResponses(AUTOCOMMIT, userId, ids)) > MAX_BYTES) throw tooLong('too many bytes', 'input');
  const items = new Map<string, NamedItem>();
  for (const stored of (await findResponses(AUTOCOMMIT, userId, ids)).values()) {
    const output = hasEnded(stored) ? outputItemsOf(stored) : [];
    for (const item of [...inputItemsOf(stored), ...output]) items.set(item.id, item);
  }
  return items;
}

function missing(param: string, id: string): AppError {
  return new AppError('not_found', {
    param,
    message: `${param}: there is no ${id.slice(0, 64)} among your stored responses. It was not stored, was deleted, or its time is over.`,
  });
}

function tooLong(what: string, param = FIELD): AppError {
  return new AppError('invalid_request', { param, message: `${param}: ${what} are not read again.` });
}

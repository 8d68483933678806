import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { findReplyModel, type ReplyModel } from '#app/core/catalogue/models.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { NewGeneration } from '#app/core/generation/record/row.ts';
import { newId } from '#app/core/platform/ids.ts';
import { chooseKey } from '#app/core/routing/router.ts';
import type { PricedAsk } from '#app/core/tasks/price.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findAttached } from './files.ts';
import { resolvePlace, type Place } from './place.ts';

/** A message that asks a model for a reply, with everything that it refers to. */
export interface MessageAsk {
  send: ChatSend;
  facts: EndpointFacts;
  model: ReplyModel;
  /** Files of the new message. */
  files: readonly FileRecord[];
  place: Place;
  /** The endpoint whose key the user has stored for this model; undefined for the operator's. */
  ownKey: Endpoint | undefined;
  ids: { generation: string; prompt: string; reply: string };
  at: Date;
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal | undefined;
}

/** A message, routed and priced. */
export interface PricedReply {
  priced: PricedAsk;
  /** Columns of the generation besides its origin. */
  row: Partial<
    Pick<
      NewGeneration,
      'parameters' | 'oldestMessageId' | 'picturesFromId' | 'omittedMessages' | 'prefixText'
    >
  >;
  /** The new user message; null when an existing one is answered. */
  prompt: { text: string; tokens: number } | null;
  /** The name that the reply bears. */
  sender: string;
  omittedPictures: number;
  /** The options that the conversation stores; absent: it keeps its own. */
  options?: string | null;
}

/**
 * Reads and checks a send: its model, its files, its place in the conversation, and the key it is answered on.
 * @throws AppError not_found, model_not_found, invalid_request with the field, as `findAttached`,
 *   `resolvePlace` and `chooseKey`
 */
export async function readMessageAsk(send: ChatSend, signal?: AbortSignal): Promise<MessageAsk> {
  const { mode, text, endpoint } = send;
  if (text.trim() === '' && mode !== 'regenerate' && mode !== 'continue')
    throw new AppError('invalid_request', { param: 'text', message: 'text is required.' });
  const facts = factsOf(endpoint);
  if (!facts) throw new AppError('not_found', { param: 'endpoint', message: 'Unknown endpoint.' });
  const model = await findReplyModel(AUTOCOMMIT, send.model, endpoint as Endpoint);
  if (model.endpoint !== endpoint) throw new AppError('model_not_found', { param: 'model' });
  assertFitsOutput(send, model);
  const takesVideos = model.makes === 'text' || model.supports.includes('video-to-video');
  const at = new Date();
  const { userId } = send;
  const reads = [
    findAttached(send, takesVideos ? ['image', 'video'] : ['image']),
    resolvePlace(AUTOCOMMIT, send),
    model.makes === 'text'
      ? chooseKey({ userId, model: model.id, endpoint: model.endpoint }, at)
      : Promise.resolve(undefined),
  ] as const;
  // Of several errors the first in this order is thrown, whichever of them comes first.
  await Promise.allSettled(reads);
  const [files, place, ownKey] = await Promise.all(reads);
  const ids = {
    generation: newId(),
    prompt: place.promptId ?? newId(),
    reply: place.continued?.id ?? newId(),
  };
  return { send, facts, model, files, place, ownKey, ids, at, signal };
}

/** @throws AppError invalid_request for options of images to a model of text, and for images to be continued */
function assertFitsOutput({ mode, parameters }: ChatSend, { name, makes }: ReplyModel): void {
  const [option] = makes === 'text' ? Object.keys(parameters.media ?? {}) : [];
  if (option !== undefined)
    throw new AppError('invalid_request', { param: option, message: `${option}: ${name} is a text model.` });
  if (makes !== 'text' && mode === 'continue')
    throw new AppError('invalid_request', { param: 'model', message: `${name} is not a text model.` });
}

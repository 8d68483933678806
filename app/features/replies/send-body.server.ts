import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { MESSAGE_FILES_MOST } from '#app/contracts/files/file-types.ts';
import { choiceFields, readChoice } from '#app/contracts/media/choice.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { validate } from '#app/http/body/validate.ts';

/** Which field of the body names the message that `ChatSend.parentMessageId` stands for, by mode. */
export const PARENT_FIELD = {
  send: 'parentMessageId',
  edit: 'parentMessageId',
  regenerate: 'overrideParentMessageId',
  continue: 'responseMessageId',
} as const satisfies Record<ChatSend['mode'], keyof SendBody>;

interface SendCall {
  /** The path's last part. */
  endpoint: string;
  /** True for /api/edit. */
  edits: boolean;
  userId: string;
  requestId: string;
  body: SendBody;
  /** The id of the model that answers, whose options these are; absent: what the body names. */
  answersWith?: string;
}

const id = z.string().trim().min(1).max(64);

/** Clients of the spec send null for what they have not set. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** An upload by its id, or by the record that the upload answered. */
const file = z.union([id, z.object({ file_id: id }).transform(({ file_id: fileId }) => fileId)]);

/**
 * What POST /api/ask/{endpoint} and /api/edit/{endpoint} take: the fields of the message, beside the options of the
 * endpoint (`app/contracts/endpoints/`). Other fields of a message are the server's to say and are not looked at.
 */
export const sendBody = z.looseObject({
  text: optional(z.string()),
  /** Pictures that are sent with a new message. */
  files: optional(z.array(file).max(MESSAGE_FILES_MOST)),
  /** The sender's own id of the new message; the same one again is the same send. */
  messageId: optional(id),
  parentMessageId: optional(id),
  conversationId: optional(id),
  /** The user message to answer again. */
  overrideParentMessageId: optional(id),
  /** The reply to go on with. */
  responseMessageId: optional(id),
  isContinued: optional(z.boolean()),
  isEdited: optional(z.boolean()),
  /** The text of the reply so far, when it was changed before going on. */
  generation: optional(z.string()),
  model: optional(z.string().trim().min(1).max(160)),
  ...choiceFields,
});

type SendBody = z.output<typeof sendBody>;

/**
 * The send that a body asks for. Going on: `isContinued`, or an edit that names the reply. Answering again:
 * an override of the parent. Else a new message; by /api/edit one that stands beside the one it replaces.
 * @throws AppError not_found for an endpoint that is not served, invalid_request naming the field that is missing or wrong
 */
export function toChatSend({ endpoint, edits, userId, requestId, body, answersWith }: SendCall): ChatSend {
  const facts = requireEndpoint(endpoint);
  const mode = modeOf(edits, body);
  const parentMessageId = body[PARENT_FIELD[mode]] ?? null;
  if (mode === 'continue' && !facts.actions.canContinue)
    throw new AppError('invalid_request', {
      param: 'isContinued',
      message: `isContinued: replies of ${facts.label} cannot be continued.`,
    });
  if (mode === 'continue' && parentMessageId === null) throw missing('responseMessageId');
  const text = (mode === 'continue' ? body.generation : body.text) ?? '';
  const isNewMessage = mode === 'send' || mode === 'edit';
  if (isNewMessage && text.trim() === '') throw missing('text');
  const begins = body.conversationId === undefined || body.conversationId === NEW_CONVERSATION;
  if (begins && mode !== 'send') throw missing('conversationId');
  const media = readChoice(body);
  const model = body.model ?? facts.defaultModel;
  const optioned = answersWith ?? model;
  const options = readOptions(facts, optioned, validate(optionsSchema(facts, optioned), body));
  return {
    userId,
    requestId,
    mode,
    conversationId: begins ? null : (body.conversationId ?? null),
    // A message that begins a conversation has no parent, whatever the last conversation left in the field.
    parentMessageId: begins ? null : parentMessageId,
    text: isNewMessage ? text.trim() : mode === 'continue' ? text : '',
    files: body.files ?? [],
    clientMessageId: body.messageId ?? null,
    endpoint,
    model,
    parameters: { ...options, ...(media && { media }) },
  };
}

function modeOf(edits: boolean, body: SendBody): ChatSend['mode'] {
  if (body.isContinued || (edits && body.responseMessageId !== undefined)) return 'continue';
  if (body.overrideParentMessageId !== undefined) return 'regenerate';
  return edits || body.isEdited ? 'edit' : 'send';
}

/** @throws AppError not_found with the spec's words */
export function requireEndpoint(endpoint: string | undefined): EndpointFacts {
  const facts = factsOf(endpoint);
  if (facts) return facts;
  throw new AppError('not_found', { message: 'Unknown endpoint.', param: 'endpoint' });
}

function missing(param: keyof SendBody): AppError {
  return new AppError('invalid_request', { message: `${param} is required.`, param });
}

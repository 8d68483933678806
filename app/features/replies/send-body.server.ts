import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { MAX_MESSAGE_FILES } from '#app/contracts/files/file-types.ts';
import { choiceFields, readChoice } from '#app/contracts/media/choice.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { validate } from '#app/http/body/validate.ts';

/** The field of the body that has `ChatSend.parentMessageId`, by mode. */
export const PARENT_FIELD = {
  send: 'parentMessageId',
  edit: 'parentMessageId',
  regenerate: 'overrideParentMessageId',
  continue: 'responseMessageId',
} as const satisfies Record<ChatSend['mode'], keyof SendBody>;

interface SendCall {
  /** The last segment of the path. */
  endpoint: string;
  /** True for /api/edit. */
  edits: boolean;
  userId: string;
  requestId: string;
  body: SendBody;
  /** The id of the answering model, which the options apply to; the model of the body by default. */
  answersWith?: string;
}

const id = z.string().trim().min(1).max(64);

/** Clients of the spec send null for absent fields. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** An upload by its id, or by the record in the answer to the upload. */
const file = z.union([id, z.object({ file_id: id }).transform(({ file_id: fileId }) => fileId)]);

/**
 * The body of POST /api/ask/{endpoint} and /api/edit/{endpoint}: the fields of the message, and the options
 * of the endpoint (`app/contracts/endpoints/`). The server sets all other fields of a message; they are not
 * read.
 */
export const sendBody = z.looseObject({
  text: optional(z.string()),
  /** Images of a new message. */
  files: optional(z.array(file).max(MAX_MESSAGE_FILES)),
  /** The sender's own id of the new message; a repeated id is the same send. */
  messageId: optional(id),
  parentMessageId: optional(id),
  conversationId: optional(id),
  /** The user message to answer again. */
  overrideParentMessageId: optional(id),
  /** The reply to continue. */
  responseMessageId: optional(id),
  isContinued: optional(z.boolean()),
  isEdited: optional(z.boolean()),
  /** Makes a new conversation a temporary one; an error for an existing one. */
  temporary: optional(z.boolean()),
  /** The text of the reply so far, if it was edited before it is continued. */
  generation: optional(z.string()),
  model: optional(z.string().trim().min(1).max(160)),
  ...choiceFields,
});

type SendBody = z.output<typeof sendBody>;

/**
 * The send that a body describes. Continues a reply with `isContinued`, or for an edit that names a reply;
 * answers again with an override of the parent; otherwise adds a message, which for /api/edit is a sibling of
 * the message that it replaces.
 * @throws AppError not_found for an unknown endpoint, invalid_request with the missing or invalid field
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
    // The first message of a conversation has no parent, whatever the previous conversation left in the
    // field.
    parentMessageId: begins ? null : parentMessageId,
    text: isNewMessage ? text.trim() : mode === 'continue' ? text : '',
    files: body.files ?? [],
    clientMessageId: body.messageId ?? null,
    endpoint,
    model,
    parameters: { ...options, ...(media && { media }) },
    ...(body.temporary && { temporary: true }),
  };
}

function modeOf(edits: boolean, body: SendBody): ChatSend['mode'] {
  if (body.isContinued || (edits && body.responseMessageId !== undefined)) return 'continue';
  if (body.overrideParentMessageId !== undefined) return 'regenerate';
  return edits || body.isEdited ? 'edit' : 'send';
}

/** @throws AppError not_found with the spec's message */
export function requireEndpoint(endpoint: string | undefined): EndpointFacts {
  const facts = factsOf(endpoint);
  if (facts) return facts;
  throw new AppError('not_found', { message: 'Unknown endpoint.', param: 'endpoint' });
}

function missing(param: keyof SendBody): AppError {
  return new AppError('invalid_request', { message: `${param} is required.`, param });
}

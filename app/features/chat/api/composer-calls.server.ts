import { z } from 'zod';
import { MESSAGE_FILES_MOST } from '#app/contracts/files/file-types.ts';
import { choiceFields, readChoice } from '#app/contracts/media/choice-fields.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { quoteChat } from '#app/core/generation/admit/chat-plan.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findChosenModel } from '../find-chosen-model.server.ts';
import { TEXT_BYTES } from './text-bytes.ts';

/**
 * PUT /api/drafts/:conversationKey {text, files?}: keeps what was typed and attached; `new` is the place of a new
 * conversation. Without `files` those of the draft stay.
 */
export const saveDraftCall = endpoint(
  {
    auth: 'user',
    params: z.object({ conversationKey: z.string() }),
    body: z.object({
      text: z.string(),
      files: z.array(z.string().max(64)).max(MESSAGE_FILES_MOST).optional(),
    }),
    maxBytes: TEXT_BYTES,
  },
  ({ user, params, body }) =>
    saveDraft(
      AUTOCOMMIT,
      { userId: user.id, conversationKey: params.conversationKey },
      body.text,
      body.files,
    ),
);

/** POST /api/quote: what a message would cost, history included. Nothing is written. */
export const quoteCall = endpoint(
  {
    auth: 'user',
    counts: 'quote',
    body: z.object({
      conversationId: z.string().nullable(),
      parentMessageId: z.string().nullable(),
      text: z.string().min(1),
      files: z.array(z.string().max(64)).max(MESSAGE_FILES_MOST).optional(),
      model: z.string().min(1).max(160),
      ...choiceFields,
    }),
  },
  async ({ user, context, body }) => {
    const { conversationId, parentMessageId, text, files } = body;
    const { asked: model, endpoint } = await findChosenModel(body.model);
    const media = readChoice(body);
    const send: ChatSend = {
      conversationId,
      parentMessageId,
      text,
      files,
      model,
      userId: user.id,
      requestId: context.requestId,
      mode: 'send',
      clientMessageId: null,
      endpoint,
      parameters: media ? { media } : {},
      keepsOptions: true,
    };
    return quoteChat(send, context.closed);
  },
);

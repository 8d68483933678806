import { newId } from '#app/core/platform/ids.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import type { ReplyModel } from '#app/core/catalogue/models.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findAttached } from '../pictures/find-attached.ts';
import { planPriced, type ChatPlan } from '../plan.ts';
import { findAnswered } from './find-answered.ts';
import { priceOrder } from './price-order.ts';
import { resolvePlace } from '../resolve-place.ts';
import { sendReference } from '#app/core/conversations/messages/send-reference.ts';

/** A model that makes pictures or videos. */
export type MediaModel = ReplyModel & { makes: 'image' | 'video' };

/**
 * Checks and prices a send that is answered with pictures or a video: made from the message and what was sent with it,
 * and from nothing that was said before.
 * @throws AppError for everything that cannot be sent
 */
export async function planMedia(
  send: ChatSend,
  model: MediaModel,
  signal: AbortSignal | undefined,
): Promise<ChatPlan> {
  const { userId, mode, endpoint } = send;
  if (mode === 'continue')
    throw new AppError('invalid_request', {
      param: 'model',
      message: `${model.name} answers without words.`,
    });
  const takesVideos = model.supports.includes('video-to-video');
  const files = await findAttached(send, takesVideos ? ['image', 'video'] : ['image']);
  const place = await resolvePlace(AUTOCOMMIT, send);
  const { conversation, promptParentId } = place;
  const answered =
    place.promptId === null
      ? null
      : await findAnswered({ ...send, conversationId: conversation.id, messageId: place.promptId });
  const text = answered?.text ?? send.text.trim();
  const media = send.parameters.media ?? answered?.media;
  const ids = { generation: newId(), prompt: place.promptId ?? newId(), reply: newId() };
  const order = { text, choice: media ?? {}, files: answered?.files ?? files };
  const planned = await priceOrder(order, { model, userId, signal, at: new Date() });
  const plan = planPriced(
    planned,
    {
      id: ids.generation,
      target: 'message',
      task: model.makes,
      userId,
      requestId: send.requestId,
      endpoint,
      conversationId: conversation.id,
      promptMessageId: ids.prompt,
      replyMessageId: ids.reply,
      parameters: media ? { media } : {},
    },
    null,
  );
  const prompt = promptParentId !== null && {
    id: ids.prompt,
    parentId: promptParentId,
    clientId: send.clientMessageId,
    text,
    tokens: await countTokens(text, model.tokenizer, { owner: userId, signal }),
    files,
  };
  return Object.assign(plan, {
    makes: model.makes,
    append: {
      userId,
      conversation: { ...conversation, endpoint, model: model.id },
      prompt: prompt || null,
      reply: {
        id: ids.reply,
        parentId: ids.prompt,
        isNew: true,
        sender: send.parameters.modelLabel ?? model.name,
        text: '',
        omittedMessages: 0,
        omittedPictures: 0,
      },
      generationId: ids.generation,
      sendRef: sendReference(send),
    },
  });
}

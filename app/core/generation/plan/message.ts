import type { ChatSend, SendQuote } from '#app/contracts/send.ts';
import { sendReference } from '#app/core/conversations/messages/send-reference.ts';
import { priceOrder } from './media-order.ts';
import { readMessageAsk } from './message-ask.ts';
import { toPlan, type MessagePlan } from './plan.ts';
import { priceTurn } from './turn.ts';

/**
 * Reads, checks and prices a message in a conversation. Writes nothing.
 * @param signal aborted when the result is no longer needed
 * @throws AppError for every message that cannot be admitted
 */
export async function planMessage(send: ChatSend, signal?: AbortSignal): Promise<MessagePlan> {
  const ask = await readMessageAsk(send, signal);
  const { model, files, place, ids } = ask;
  const { userId, requestId, endpoint } = send;
  const { conversation, promptParentId, continued } = place;
  const { makes } = model;
  const { priced, row, prompt, sender, omittedPictures, options } =
    makes === 'text' ? await priceTurn(ask) : await priceOrder({ ...ask, model: { ...model, makes } });
  const plan = toPlan(
    priced,
    {
      id: ids.generation,
      target: 'message',
      task: makes === 'text' ? 'chat' : makes,
      userId,
      requestId,
      endpoint,
      conversationId: conversation.id,
      promptMessageId: ids.prompt,
      replyMessageId: ids.reply,
      ...row,
    },
    null,
  );
  return Object.assign(plan, {
    makes,
    append: {
      userId,
      conversation: { ...conversation, endpoint, model: model.id, ...(options !== undefined && { options }) },
      prompt: prompt && {
        ...prompt,
        id: ids.prompt,
        parentId: promptParentId!,
        clientId: send.clientMessageId,
        files,
      },
      reply: {
        id: ids.reply,
        parentId: ids.prompt,
        isNew: continued === null,
        sender,
        text: continued?.text ?? '',
        omittedMessages: row.omittedMessages ?? 0,
        omittedPictures,
      },
      generationId: ids.generation,
      sendRef: sendReference(send),
    },
  });
}

/**
 * Quotes a message, history included, for the composer. Writes nothing.
 * @param signal aborted when the quote is no longer needed
 * @throws AppError like `planMessage`
 */
export async function quoteMessage(send: ChatSend, signal?: AbortSignal): Promise<SendQuote> {
  const { makes, estimate, generation, append } = await planMessage(send, signal);
  return {
    makes,
    inputTokens: estimate.promptTokens,
    inputMicro: estimate.inputMicro.toString(),
    mostMicro: estimate.wantedMicro.toString(),
    maxOutputTokens: estimate.wantedOutput,
    ownKey: generation.ownKey,
    omittedMessages: generation.omittedMessages,
    omittedPictures: append.reply.omittedPictures,
  };
}

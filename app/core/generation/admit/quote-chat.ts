import type { ChatSend, SendQuote } from '#app/contracts/send.ts';
import { planChat } from './plan-chat.ts';

/**
 * What a send would cost, history included: the composer shows it before the send. Nothing is written.
 * @param signal aborted when nobody waits for the answer any more
 * @throws AppError like admitChat, except for the balance
 */
export async function quoteChat(send: ChatSend, signal?: AbortSignal): Promise<SendQuote> {
  const { makes, estimate, generation, append } = await planChat(send, signal);
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

import type { Place } from '../callers.ts';
import { question, type Call, type Target } from '../target.ts';

interface ChatEvent {
  message?: boolean | object;
  final?: boolean;
  text?: string;
  error?: { message: string };
  responseMessage?: { text: string };
}

/**
 * The chat as an API client uses it: a follow-up in a conversation of its own, answered as an event stream.
 */
export function chatTarget(options: {
  name: string;
  url: string;
  places: readonly Place[];
  processes: Target['processes'];
  asked?: Target['asked'];
}): Target {
  const { name, places, processes, asked } = options;
  const url = new URL('/api/ask/openAI', options.url);
  return {
    name,
    processes,
    asked,
    call(ask, slot): Call {
      const { token, conversationId, replyId } = places[slot]!;
      return {
        url,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          text: question(ask),
          conversationId,
          parentMessageId: replyId,
          model: 'sandbox/small',
        }),
      };
    },
    textAfter(said, data) {
      const event = JSON.parse(data) as ChatEvent;
      if (event.error) throw new Error(event.error.message);
      if (event.final) return event.responseMessage?.text ?? '';
      return event.message === true ? (event.text ?? '') : said;
    },
  };
}

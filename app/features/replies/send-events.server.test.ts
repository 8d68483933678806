import { describe, expect, it } from 'vitest';
import type { ChatConversation, ChatMessage } from '#app/contracts/chat.ts';
import type { NumberedEvent, ReplyEnd } from '#app/contracts/generation.ts';
import type { AdmittedReply } from '#app/contracts/send.ts';
import { repeatPauseMs, sendEvents, type FinalPair } from './send-events.server.ts';

const message = (messageId: string, text: string) => ({ messageId, text }) as ChatMessage;
const ADMITTED: AdmittedReply & { ignored: string[] } = {
  generationId: 'generation',
  conversationId: 'conversation',
  prompt: message('asked', 'Hello?'),
  reply: message('answer', ''),
  repeated: false,
  heldMicro: '10',
  maxOutputTokens: 256,
  capLowered: true,
  omittedMessages: 0,
  ignored: ['top_p'],
};
const PAIR: FinalPair = {
  title: 'Hello',
  conversation: { conversationId: 'conversation' } as ChatConversation,
  requestMessage: message('asked', 'Hello?'),
  responseMessage: message('answer', 'Hi there'),
};
const DONE: ReplyEnd = {
  type: 'end',
  state: 'done',
  finishReason: 'stop',
  errorCode: null,
  errorDetail: null,
  costMicro: '1',
};

interface SentEvent {
  event?: string;
  data: Record<string, unknown>;
}

/** Two pieces and the end, each after the piece before it was sent. */
async function* speak(end: ReplyEnd, sent: readonly SentEvent[]): AsyncGenerator<NumberedEvent> {
  const wasSent = async (text: string) => {
    await expect.poll(() => sent.at(-1)?.data['text']).toBe(text);
  };
  yield { number: 1, event: { type: 'text', at: 0, text: 'Hi' } };
  await wasSent('Hi');
  yield { number: 2, event: { type: 'text', at: 2, text: ' there' } };
  await wasSent('Hi there');
  yield { number: 3, event: end };
}

const collect = async (end: ReplyEnd) => {
  const events: SentEvent[] = [];
  for await (const { event, data } of sendEvents(ADMITTED, speak(end, events), async () => PAIR))
    events.push({ event, data: data as Record<string, unknown> });
  return events;
};

describe('sendEvents', () => {
  it('sends created, the text so far, and final', async () => {
    const events = await collect(DONE);
    expect(events.every(({ event }) => event === 'message')).toBe(true);
    expect(events[0]?.data).toMatchObject({
      created: true,
      conversationId: 'conversation',
      message: { messageId: 'asked' },
      responseMessageId: 'answer',
      capLowered: true,
    });
    expect(events.slice(1, -1).map(({ data }) => data.text)).toEqual(['Hi', 'Hi there']);
    expect(events[1]?.data).toMatchObject({ initial: true, messageId: 'asked_', parentMessageId: 'asked' });
    expect(events[2]?.data).toMatchObject({ initial: false, responseMessageId: 'answer' });
    expect(events.at(-1)?.data).toEqual({ final: true, ...PAIR });
  });

  it('sends an error with its code, its text and the stored messages', async () => {
    const end: ReplyEnd = { ...DONE, state: 'failed', errorCode: 'provider_cut', errorDetail: 'It was cut.' };
    const last = (await collect(end)).at(-1);
    expect(last?.event).toBe('error');
    expect(last?.data).toMatchObject({
      code: 'provider_cut',
      text: 'It was cut.',
      message: 'It was cut.',
      error: { code: 'provider_cut', type: 'upstream_error' },
      responseMessage: { text: 'Hi there' },
    });
  });
});

describe('repeatPauseMs', () => {
  it('repeats at most 64 k characters a second, however long the reply', () => {
    for (const length of [0, 100, 10_000, 100_000, 1_000_000])
      expect((1000 / repeatPauseMs(length)) * length).toBeLessThanOrEqual(64 * 1024 + 1);
    expect(repeatPauseMs(1000)).toBe(40);
  });
});

import { randomUUID } from 'node:crypto';
import { readEvents } from '#tests/faults/crowd/event-stream.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { signInAgain } from '#tests/fixtures/sign-up.ts';
import { chunksOf } from '#tests/fixtures/stream-call.ts';

interface Access {
  email: string;
  /** Of the public API. */
  key: string;
}

/** An access token lasts a quarter of an hour. */
const TOKEN_MS = 10 * 60_000;

/** Messages of a conversation before the next one begins. */
const MESSAGES = 20;
const CONTENT = 'Tell me about rivers [[sandbox: length=50 pace=5]]';

/**
 * A user's calls: of ten calls five are streams of the public API, two are unstreamed, one is an unstreamed
 * one that is repeated with its key, two are chat messages.
 * @returns a function that makes the nth call. @throws Error if the answer was not as expected
 */
export function createCaller(url: string, { email, key }: Access): (number: number) => Promise<void> {
  let conversation: { conversationId: string; parentMessageId: string } | undefined;
  let sent = 0;
  let token = { value: '', until: 0 };
  const complete = async (more: object, headers: Record<string, string> = {}) => {
    const body = { model: 'sandbox/small', messages: [{ role: 'user', content: CONTENT }], ...more };
    const answer = await postJson(`${url}/api/v1/chat/completions`, body, { bearer: key, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
    return text;
  };
  const say = async () => {
    const place = sent % MESSAGES === 0 ? undefined : conversation;
    sent += 1;
    if (performance.now() > token.until)
      token = { value: await signInAgain(url, email), until: performance.now() + TOKEN_MS };
    const body = { text: CONTENT, messageId: randomUUID(), model: 'sandbox/small', ...place };
    const answer = await postJson(`${url}/api/ask/openAI`, body, { bearer: token.value });
    let last = '';
    for await (const { data } of readEvents(answer)) last = data;
    const final = JSON.parse(last) as {
      final?: boolean;
      conversation?: { conversationId: string };
      responseMessage?: { messageId: string };
    };
    if (!final.final) throw new Error(`A reply ended with ${last.slice(0, 300)}`);
    conversation = {
      conversationId: final.conversation!.conversationId,
      parentMessageId: final.responseMessage!.messageId,
    };
  };
  return async (number) => {
    const kind = Math.floor(number / 5) % 10;
    if (kind < 5) {
      const text = await complete({ stream: true });
      if (!text.includes('[DONE]') || chunksOf(text).some((chunk) => 'error' in chunk))
        throw new Error(`A stream ended with ${text.slice(-300)}`);
    } else if (kind < 7) await complete({});
    else if (kind === 7) {
      const headers = { 'idempotency-key': randomUUID() };
      const [first, again] = [await complete({}, headers), await complete({}, headers)];
      if (first !== again) throw new Error('A repeat was answered otherwise');
    } else await say();
  };
}

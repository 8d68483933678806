import { expect, it } from 'vitest';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readReplySoFar, readStoredReply } from '#app/core/generation/stream/reader.ts';
import { redis } from '#app/core/platform/redis.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { attribute, unescape } from '#tests/setup/plain-browser.ts';
import { useWeb } from '#tests/setup/web.ts';

const engine = useEngine();
const web = useWeb();

const PARAGRAPHS = Array.from({ length: 6 }, (_, index) =>
  `Paragraph ${index} says a few more words.`.repeat(3),
);
/** It waits in the third paragraph. */
const HELD = `Tell [[sandbox: text="${PARAGRAPHS.join('\\n\\n')}" pace=0 gate=held hold=60]]`;
const openGate = () => sandboxGate(engine.sandbox().url, 'held').open();

/** The second paragraph is complete: the third has begun. */
const CLOSED = `${PARAGRAPHS[1] ?? ''}\n\nP`;

/** The texts of the paragraphs of a document, in order. */
const paragraphs = (html: string) =>
  [...html.matchAll(/<p dir="auto">(.*?)<\/p>/gs)].map(([, text]) => unescape(text ?? ''));

async function beginReply() {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const reply = await admitMessage(chatSend(userId, HELD));
  const textSoFar = async () => (await readReplySoFar(reply.generationId)).text;
  return { ...reply, open: web.as(userId), textSoFar };
}

it('sends the blocks so far in the page, and a frame that continues exactly there', async () => {
  const { open, conversationId, textSoFar } = await beginReply();
  await expect.poll(textSoFar).toContain(CLOSED);
  const page = await (await open(`/chat/${conversationId}`)).text();
  const [shown = '', scripts = ''] = page.split('<script', 2);
  const reply = shown.slice(shown.lastIndexOf('<article'));
  const inPage = paragraphs(reply);
  expect(inPage.slice(0, 2)).toEqual(PARAGRAPHS.slice(0, 2));
  expect(scripts).not.toBe('');
  // The open block, too, for the script that takes over the page.
  expect(page.slice(page.indexOf('<script'))).toContain(`Paragraph ${inPage.length} `);

  const frame = /<iframe[^>]*>/.exec(reply)?.[0] ?? '';
  const answer = await open(attribute(frame, 'src') ?? '');
  await openGate();
  const rest = await answer.text();
  expect([...inPage, ...paragraphs(rest)]).toEqual(PARAGRAPHS);
});

it('sends the stored checkpoint when the log is gone', async () => {
  const { open, conversationId, generationId, textSoFar } = await beginReply();
  const stored = async () => (await readStoredReply(AUTOCOMMIT, generationId))?.text ?? '';
  await expect.poll(stored).toContain(CLOSED);
  await redis().flushDb();
  const page = await (await open(`/chat/${conversationId}`)).text();
  const [shown = ''] = page.split('<script', 1);
  const inPage = paragraphs(shown.slice(shown.lastIndexOf('<article')));
  expect(inPage.slice(0, 2)).toEqual(PARAGRAPHS.slice(0, 2));
  await openGate();
  await expect.poll(textSoFar).toBe(PARAGRAPHS.join('\n\n'));
});

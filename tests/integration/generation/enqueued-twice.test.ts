import { expect, it } from 'vitest';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { redis } from '#app/core/platform/redis.ts';
import { enqueue } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();

it('calls a provider once, though a Redis that lost its data delivers the job again during the reply', async () => {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const send = chatSend(userId, 'Hello [[sandbox: length=60 pace=0 gate=twice hold=10]]');
  const { generationId, conversationId, reply } = await admitMessage(send);
  const gate = sandboxGate(engine.sandbox().url, 'twice');
  await expect.poll(gate.waiting).toBe(1);
  await redis().flushDb();
  enqueue('chat', { generationId, attempt: 1 });
  // A worker takes the second job, and leaves the run to the first.
  const events = async () =>
    ((await redis().xRange('bull:chat:events', '-', '+')) ?? []).map((event) => event?.message);
  await expect
    .poll(events)
    .toContainEqual(expect.objectContaining({ event: 'completed', jobId: `${generationId}-1` }));
  await gate.open();
  const heard = await readText(generationId);
  const { messageId } = reply;
  expect(heard).toBe((await findMessage(AUTOCOMMIT, { userId, conversationId, messageId }))?.text);
  const asked = engine
    .sandbox()
    .requests()
    .map(({ body }) => body as { messages: { content: string }[] })
    .filter(({ messages }) => messages.at(-1)?.content === send.text);
  expect(asked).toHaveLength(1);
});

async function readText(generationId: string): Promise<string> {
  let text = '';
  const signal = AbortSignal.timeout(90_000);
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal }))
    if (event.type === 'text') text += event.text;
  return text;
}

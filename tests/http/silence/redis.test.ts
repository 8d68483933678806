import { expect, it } from 'vitest';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useMutedRedis } from './stage.ts';

const stage = useMutedRedis();

const waiting = () => selectRows(AUTOCOMMIT, "SELECT id FROM generations WHERE state = 'queued'");

it('accepts a message of the chat, and answers it when Redis does', async () => {
  const body = { text: '[[sandbox: text="Here I am"]]', model: TEST_MODEL, conversationId: null };
  const answer = await stage.post('/api/ask/openAI', stage.token(), body);
  const events = readSse(answer);
  const { value: first } = await events.next();
  expect(first).toMatchObject({ data: { created: true } });
  expect(await waiting()).toHaveLength(1);
  stage.proxy().speak();
  let last = first;
  for await (const event of events) last = event;
  expect(last).toMatchObject({ data: { final: true, responseMessage: { text: 'Here I am' } } });
});

it('accepts a call of the public API, and answers it when Redis does', async () => {
  const { value } = await createKey();
  const messages = [{ role: 'user', content: '[[sandbox: text="Here I am"]]' }];
  const call = stage.post('/api/v1/chat/completions', value, { model: TEST_MODEL, messages });
  await expect.poll(waiting).toHaveLength(1);
  stage.proxy().speak();
  const answer = await call;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Here I am' } }] });
});

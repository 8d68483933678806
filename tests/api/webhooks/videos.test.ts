import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '#app/contracts/webhooks/endpoint.ts';
import { createEndpoint } from '#app/core/webhooks/endpoint-creation.ts';
import { VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { startReceiver, type Receiver } from '#tests/fixtures/webhook-receiver.ts';
import { checkerOf, readDocument } from '#tests/api/openapi/document.ts';
import { FAST, SIZE, videoStage } from '#tests/api/hub/video-stage.ts';

let receiver: Receiver;
// Before the engine, which reads the allowed webhook addresses.
beforeAll(async () => {
  receiver = await startReceiver();
  process.env.WEBHOOK_ALLOWED_ORIGINS = new URL(receiver.url).origin;
});
const stage = videoStage();
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(() => receiver.close());

/** The caller's webhook, and its initial secret. */
async function createWebhook(): Promise<string> {
  const facts = { name: 'Mine', url: receiver.url, events: WEBHOOK_EVENTS };
  const made = await createEndpoint({ userId: stage.owner().userId, ...facts, createRef: null });
  return made!.secret;
}

async function arrived(secret: string, count = 1) {
  await expect.poll(() => receiver.received.length).toBe(count);
  const { body, headers } = receiver.received.at(-1)!;
  const client = new OpenAI({ apiKey: 'none', webhookSecret: secret });
  return client.webhooks.unwrap(body, headers);
}

const order = (words: string) =>
  stage.client().videos.create({ model: VIDEO_MODEL, prompt: words, seconds: '4', size: SIZE });

it('a finished video is reported to its owner, as OpenAI’s client and the document describe it', async () => {
  const secret = await createWebhook();
  const video = await order(`A fox ${FAST}`);
  const event = await arrived(secret);
  expect(event).toMatchObject({ object: 'event', type: 'video.completed', data: { id: video.id } });
  expect((await stage.client().videos.retrieve(video.id)).status).toBe('completed');
  const origin = new URL(stage.client().baseURL).origin;
  expect(checkerOf(await readDocument(origin)).schema('WebhookEvent', event)).toEqual([]);
});

it('a failed one is reported as well, once though it is sent until it is accepted', async () => {
  const secret = await createWebhook();
  receiver.answers.push(503);
  const video = await order('A fox [[sandbox: delay=0 fault=error-mid]]');
  const first = await arrived(secret);
  const again = await arrived(secret, 2);
  expect(first).toMatchObject({ type: 'video.failed', data: { id: video.id } });
  expect(again).toEqual(first);
  expect((await stage.client().videos.retrieve(video.id)).status).toBe('failed');
});

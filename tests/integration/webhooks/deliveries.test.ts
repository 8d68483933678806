import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { deliver } from '#app/core/webhooks/deliveries/attempt.ts';
import { listDeliveries } from '#app/core/webhooks/deliveries/delivery.ts';
import { announceJob, sendAgain, sendTest } from '#app/core/webhooks/deliveries/events.ts';
import { rollSecret, switchEndpoint } from '#app/core/webhooks/endpoint-changes.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Received } from '#tests/fixtures/webhook-receiver.ts';
import { webhookStage } from './stage.ts';

const stage = webhookStage();
const client = new OpenAI({ apiKey: 'none' });
const unwrap = ({ body, headers }: Received, secret: string) => client.webhooks.unwrap(body, headers, secret);

describe('the end of a job', () => {
  it('is sent in the form that OpenAI’s client accepts', async () => {
    const owner = await stage.owner();
    const { generationId, deliveryId } = await stage.end(owner);
    expect(await deliver({ deliveryId })).toBeUndefined();
    const [arrived] = stage.receiver().received;
    const event = await unwrap(arrived!, owner.secret);
    expect(event).toEqual({
      id: `evt_${generationId.replaceAll('-', '')}`,
      object: 'event',
      created_at: 1_764_000_000,
      type: 'video.completed',
      data: { id: generationId },
    });
    expect(arrived!.headers['webhook-id']).toBe(event.id);
    expect(await stage.delivery(owner.endpointId)).toMatchObject({
      state: 'delivered',
      status: 200,
      tries: 1,
    });
    await expect(unwrap(arrived!, `whsec_${Buffer.from('another').toString('base64')}`)).rejects.toThrow(
      /signature/,
    );
  });

  it('is sent to each active endpoint that subscribes to it, once however often it is announced', async () => {
    const owner = await stage.owner(['video.failed']);
    await stage.end(owner, 'video.completed');
    expect(await listDeliveries(AUTOCOMMIT, { endpointId: owner.endpointId, max: 9 })).toEqual([]);
    const { generationId } = await stage.end(owner, 'video.failed');
    await announceJob({ userId: owner.userId, generationId, type: 'video.failed', at: 1 });
    await switchEndpoint(owner, false);
    await stage.end(owner, 'video.failed');
    const sent = await listDeliveries(AUTOCOMMIT, { endpointId: owner.endpointId, max: 9 });
    expect(sent.map(({ type }) => type)).toEqual(['video.failed']);
  });

  it('is signed by the old secret as well for a day after it was replaced', async () => {
    const owner = await stage.owner();
    const { secret } = await rollSecret(owner);
    const first = await stage.end(owner);
    await deliver({ deliveryId: first.deliveryId });
    await change(AUTOCOMMIT, 'UPDATE webhook_endpoints SET old_until = NOW(3) - INTERVAL 1 SECOND');
    const second = await stage.end(owner);
    await deliver({ deliveryId: second.deliveryId });
    const [rolling, rolled] = stage.receiver().received;
    await unwrap(rolling!, secret);
    await unwrap(rolling!, owner.secret);
    await unwrap(rolled!, secret);
    await expect(unwrap(rolled!, owner.secret)).rejects.toThrow(/signature/);
  });
});

describe('an endpoint that refuses a delivery', () => {
  it('gets retries with growing pauses and the same id, for about a day', async () => {
    const owner = await stage.owner();
    const { deliveryId } = await stage.end(owner);
    stage.receiver().answers.push(500, 0, ...Array<number>(20).fill(503));
    const pauses: number[] = [];
    for (;;) {
      const again = await deliver({ deliveryId });
      if (!again) break;
      pauses.push(again.againInSeconds);
    }
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3600).toBeCloseTo(24, 0);
    const { received } = stage.receiver();
    expect(received).toHaveLength(pauses.length + 1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(await stage.delivery(owner.endpointId)).toMatchObject({
      state: 'failed',
      status: 503,
      nextAt: null,
    });
    await deliver({ deliveryId });
    expect(received, 'it was given up').toHaveLength(pauses.length + 1);
  });

  it('accepts it later, and is healthy again', async () => {
    const owner = await stage.owner();
    const { deliveryId } = await stage.end(owner);
    stage.receiver().answers.push(0);
    expect(await deliver({ deliveryId })).toEqual({ againInSeconds: 5 });
    expect(await stage.delivery(owner.endpointId)).toMatchObject({
      state: 'waiting',
      problem: 'unreachable',
    });
    expect((await stage.endpoint(owner.userId, owner.endpointId)).failures).toBe(1);
    expect(await deliver({ deliveryId })).toBeUndefined();
    expect(await stage.delivery(owner.endpointId)).toMatchObject({ state: 'delivered', problem: null });
    expect(await stage.endpoint(owner.userId, owner.endpointId)).toMatchObject({
      failures: 0,
      failingSince: null,
    });
  });

  it('is not followed to another address', async () => {
    const owner = await stage.owner();
    const { deliveryId } = await stage.end(owner);
    stage.receiver().answers.push(302);
    expect(await deliver({ deliveryId })).toEqual({ againInSeconds: 5 });
    expect(stage.receiver().received).toHaveLength(1);
  });

  it('is switched off when it has accepted nothing for days, and its owner is notified once', async () => {
    const owner = await stage.owner();
    stage.receiver().answers.push(...Array<number>(30).fill(500));
    const { deliveryId } = await stage.end(owner);
    while (await deliver({ deliveryId }));
    const second = await stage.end(owner);
    await deliver({ deliveryId: second.deliveryId });
    expect((await stage.endpoint(owner.userId, owner.endpointId)).switchedOffAt).toBeNull();
    await change(
      AUTOCOMMIT,
      'UPDATE webhook_endpoints SET failing_since = NOW(3) - INTERVAL 4 DAY WHERE id = ?',
      [owner.endpointId],
    );
    await deliver({ deliveryId: second.deliveryId });
    expect((await stage.endpoint(owner.userId, owner.endpointId)).switchedOffAt).not.toBeNull();
    expect(await stage.jobs('mail-endpoint-off')).toMatchObject([{ subject: owner.endpointId }]);
    const asked = stage.receiver().received.length;
    await deliver({ deliveryId: second.deliveryId });
    expect(stage.receiver().received, 'nothing is sent any more').toHaveLength(asked);
    expect(await stage.delivery(owner.endpointId)).toMatchObject({ state: 'failed', problem: 'off' });
    await switchEndpoint(owner, true);
    expect(await stage.endpoint(owner.userId, owner.endpointId)).toMatchObject({
      switchedOffAt: null,
      failures: 0,
    });
  });

  it('is switched off at once if it answers that it is gone', async () => {
    const owner = await stage.owner();
    stage.receiver().answers.push(410);
    const { deliveryId } = await stage.end(owner);
    expect(await deliver({ deliveryId })).toBeUndefined();
    expect((await stage.endpoint(owner.userId, owner.endpointId)).switchedOffAt).not.toBeNull();
  });

  it('is not called if its address now resolves to a private network', async () => {
    const owner = await stage.owner();
    const { deliveryId } = await stage.end(owner);
    for (const host of ['127.0.0.1:1', '[::1]', '10.0.0.1', '169.254.169.254', 'localhost:1']) {
      await change(AUTOCOMMIT, 'UPDATE webhook_endpoints SET url = ? WHERE id = ?', [
        `http://${host}/hooks`,
        owner.endpointId,
      ]);
      expect(await deliver({ deliveryId, isExtra: true })).toBeUndefined();
      const { problem } = await stage.delivery(owner.endpointId);
      expect([host, problem]).toEqual([host, 'address']);
    }
    expect(stage.receiver().received).toEqual([]);
  });
});

describe('an owner’s request', () => {
  it('for a test event reports its arrival, is tried once, and has no effect on the endpoint’s state', async () => {
    const owner = await stage.owner();
    stage.receiver().answers.push(500);
    await sendTest(owner);
    const { id: deliveryId } = await stage.delivery(owner.endpointId);
    expect(await deliver({ deliveryId })).toBeUndefined();
    expect(await stage.delivery(owner.endpointId)).toMatchObject({ state: 'failed', type: 'webhook.test' });
    expect((await stage.endpoint(owner.userId, owner.endpointId)).failures).toBe(0);
    const event = await unwrap(stage.receiver().received[0]!, owner.secret);
    expect(event).toMatchObject({ type: 'webhook.test', data: { id: owner.endpointId } });
  });

  it('to send an event again uses its original id', async () => {
    const owner = await stage.owner();
    const { deliveryId } = await stage.end(owner);
    await deliver({ deliveryId });
    await sendAgain(owner, deliveryId);
    expect(await stage.delivery(owner.endpointId)).toMatchObject({ state: 'waiting', tries: 0 });
    await deliver({ deliveryId });
    const ids = stage.receiver().received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('for a waiting one adds a try beside its own tries', async () => {
    const owner = await stage.owner();
    const { deliveryId } = await stage.end(owner);
    stage.receiver().answers.push(500, 500);
    await deliver({ deliveryId });
    const before = await stage.delivery(owner.endpointId);
    await sendAgain(owner, deliveryId);
    const extra = (await stage.jobs('deliver-webhook')).map(
      ({ payload }) => JSON.parse(payload) as { deliveryId: string; isExtra?: true },
    );
    expect(extra).toContainEqual({ deliveryId, isExtra: true });
    await deliver({ deliveryId, isExtra: true });
    const { tries, nextAt } = await stage.delivery(owner.endpointId);
    expect({ tries, nextAt }).toEqual({ tries: before.tries, nextAt: before.nextAt });
  });
});

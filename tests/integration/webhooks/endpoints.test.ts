import { expect, it } from 'vitest';
import { ENDPOINTS_MAX, WEBHOOK_EVENTS } from '#app/contracts/webhooks/endpoint.ts';
import { newId } from '#app/core/platform/ids.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  eraseEndpoints,
  rollSecret,
  switchEndpoint,
} from '#app/core/webhooks/endpoint-changes.ts';
import { deliver } from '#app/core/webhooks/deliveries/attempt.ts';
import { sendAgain, sendTest } from '#app/core/webhooks/deliveries/events.ts';
import { createEndpoint } from '#app/core/webhooks/endpoint-creation.ts';
import { findEndpoint, listEndpoints } from '#app/core/webhooks/endpoint.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { webhookStage } from './stage.ts';

const stage = webhookStage();
const facts = { name: 'Mine', url: 'https://receiver.example/hooks', events: WEBHOOK_EVENTS };

it('an account has five at most, also when they are created at once, and one for each form', async () => {
  const { userId } = await createAccount();
  const createRef = newId();
  const make = (ref: string | null) => createEndpoint({ userId, ...facts, createRef: ref });
  const first = await make(createRef);
  expect(first!.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await make(createRef)).toBeNull();
  const many = await Promise.allSettled(Array.from({ length: 8 }, () => make(null)));
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(ENDPOINTS_MAX - 1);
  await expect(make(null)).rejects.toMatchObject({ code: 'conflict' });
  expect(await listEndpoints(AUTOCOMMIT, userId)).toHaveLength(ENDPOINTS_MAX);
});

it('an account without any has five at most, when eight are created at once', async () => {
  const { userId } = await createAccount();
  const made = await Promise.allSettled(
    Array.from({ length: 8 }, () => createEndpoint({ userId, ...facts, createRef: null })),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(ENDPOINTS_MAX);
});

it.each([
  'http://receiver.example/hooks',
  'https://127.0.0.1/hooks',
  'https://0x7f000001/hooks',
  'https://[::1]/hooks',
  'https://10.0.0.1',
  'https://169.254.169.254/latest',
  'https://localhost',
  'https://router.lan',
  'https://name:password@receiver.example',
  'https://receiver.example\\@10.0.0.1',
  'ftp://receiver.example',
  'receiver.example',
  '',
])('%j cannot be an address of one', async (url) => {
  const { userId } = await createAccount();
  const refused = { code: 'invalid_request', param: 'url' };
  await expect(createEndpoint({ userId, ...facts, url, createRef: null })).rejects.toMatchObject(refused);
  const made = await createEndpoint({ userId, ...facts, createRef: null });
  const named = { userId, endpointId: made!.endpointId };
  await expect(changeEndpoint(named, { ...facts, url })).rejects.toMatchObject(refused);
});

it('belongs only to its owner', async () => {
  const owner = await stage.owner();
  const { deliveryId } = await stage.end(owner);
  const { userId } = await createAccount();
  const stranger = { userId, endpointId: owner.endpointId };
  const acts = [
    () => findEndpoint(AUTOCOMMIT, stranger),
    () => changeEndpoint(stranger, facts),
    () => switchEndpoint(stranger, false),
    () => rollSecret(stranger),
    () => sendTest(stranger),
    () => sendAgain(stranger, deliveryId),
    () => deleteEndpoint(stranger),
  ];
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'not_found' });
  const other = await stage.owner();
  await expect(sendAgain(other, deliveryId), 'of another endpoint').rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await stage.endpoint(owner.userId, owner.endpointId)).toMatchObject({
    name: 'Mine',
    pausedAt: null,
  });
});

it('is deleted with its deliveries, and due jobs for it end silently', async () => {
  const owner = await stage.owner();
  const { deliveryId } = await stage.end(owner);
  await deleteEndpoint(owner);
  expect(await deliver({ deliveryId })).toBeUndefined();
  expect(stage.receiver().received).toEqual([]);
});

it('is deleted with its account, batch by batch', async () => {
  const owner = await stage.owner();
  await stage.end(owner);
  await stage.end(owner);
  const kept = await stage.owner();
  let turns = 0;
  while ((await eraseEndpoints(owner.userId, 1)) > 0) turns += 1;
  expect(turns).toBe(3);
  expect(await listEndpoints(AUTOCOMMIT, owner.userId)).toEqual([]);
  expect(await listEndpoints(AUTOCOMMIT, kept.userId)).toHaveLength(1);
});

import { z } from 'zod';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import { NOTHING_SPENT, readSpend } from '#app/core/api-keys/budget.ts';
import { viewApiKey, viewApiKeys } from '#app/core/api-keys/key-view.ts';
import { changeApiKey, createApiKey, rotateApiKey } from '#app/core/api-keys/lifecycle.ts';
import { revokeApiKey } from '#app/core/api-keys/revocation.ts';
import { findOwnKey } from '#app/core/api-keys/stored-keys.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { changeBody, createBody, resolveModels, rotateBody } from './key-rules.server.ts';
import { revealForOwner } from './reveal.server.ts';

const params = z.object({ keyId: z.uuid() });
const NO_STORE = { 'cache-control': 'no-store' };

async function view(key: ApiKey) {
  const spend = await readSpend(AUTOCOMMIT, [key.id]);
  return viewApiKey(key, spend.get(key.id) ?? NOTHING_SPENT);
}

/** GET /api/api-keys: lists the caller's keys, masked. */
export const listCall = endpoint({ auth: 'user' }, async ({ user }) => ({
  apiKeys: await viewApiKeys(AUTOCOMMIT, user.id),
}));

/** POST /api/api-keys: creates a key; only this response has the whole `value`. */
export const createCall = endpoint({ auth: 'user', body: createBody }, async ({ user, body }) => {
  const models = body.models && (await resolveModels(body.models));
  const made = await createApiKey({ ...body, userId: user.id, models: models ?? null });
  // Without a reference of the sender no earlier key can match.
  if (!made) throw new Error('A key without a reference was made before');
  return new JsonResponse(
    { ...(await view(made.key)), value: made.value },
    { status: 201, headers: NO_STORE },
  );
});

/** PATCH /api/api-keys/:keyId: changes the given fields, and returns the key. */
export const changeCall = endpoint(
  { auth: 'user', params, body: changeBody },
  async ({ user, params: { keyId }, body }) => {
    const named = { userId: user.id, keyId };
    const before = body.models && (await findOwnKey(AUTOCOMMIT, named)).models;
    const models = body.models && (await resolveModels(body.models, before));
    return view(await changeApiKey({ ...named, change: { ...body, models } }));
  },
);

/**
 * POST /api/api-keys/:keyId/reveal: returns the whole value again; rate-limited and recorded in the audit
 * log.
 */
export const revealCall = endpoint({ auth: 'user', params }, async ({ user, params: { keyId } }) => ({
  value: await revealForOwner({ userId: user.id, keyId }),
}));

/**
 * POST /api/api-keys/:keyId/rotate: creates a key that replaces this one, which stays valid for the overlap.
 */
export const rotateCall = endpoint(
  { auth: 'user', params, body: rotateBody },
  async ({ user, params: { keyId }, body }) => {
    const { key, value } = await rotateApiKey({ userId: user.id, keyId, ...body });
    return new JsonResponse({ ...(await view(key)), value }, { status: 201, headers: NO_STORE });
  },
);

/** DELETE /api/api-keys/:keyId: revokes a key permanently. */
export const revokeCall = endpoint({ auth: 'user', params }, ({ user, params: { keyId } }) =>
  revokeApiKey({ userId: user.id, keyId }),
);

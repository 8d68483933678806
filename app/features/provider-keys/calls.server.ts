import { z } from 'zod';
import { KEY_LIFETIMES, DEFAULT_LIFETIME } from '#app/contracts/credentials/key-expiry.ts';
import { OWN_KEY_MAX } from '#app/contracts/credentials/own-key.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findKey, revokeKey, revokeKeys } from '#app/core/provider-keys/provider-keys.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { keepKey, keyedEndpoint } from './own-keys.server.ts';

const name = z.string().min(1).max(64);
/** ISO 8601, or milliseconds since the epoch. */
const moment = z.union([z.iso.datetime({ offset: true }), z.int().min(0).max(8e14)]);

/** GET /api/keys?name=: returns when the caller's key for an endpoint expires; null without a key. */
export const readKeyCall = endpoint({ auth: 'user', query: z.object({ name }) }, async ({ user, query }) => {
  const known = await findKey({ userId: user.id, name: keyedEndpoint(query.name) });
  return { expiresAt: known?.expiresAt.toISOString() ?? null };
});

const putSpec = {
  auth: 'user',
  body: z.object({
    name,
    value: z.string().max(OWN_KEY_MAX).default(''),
    expiresAt: moment.nullish(),
  }),
  maxBytes: 4 * OWN_KEY_MAX,
} as const;

/**
 * PUT /api/keys {name, value, expiresAt?}: stores a key until then, by default for 12 hours. The value is
 * never returned.
 */
export const writeKeyCall = endpoint(putSpec, async ({ user, body }) => {
  const expiresAt = new Date(body.expiresAt ?? Date.now() + KEY_LIFETIMES[DEFAULT_LIFETIME]);
  await keepKey({ userId: user.id, name: body.name, value: body.value, expiresAt });
  return { name: body.name, expiresAt: expiresAt.toISOString() };
});

/** DELETE /api/keys/:name: permanently deletes the caller's key for an endpoint. */
export const revokeKeyCall = endpoint(
  { auth: 'user', params: z.object({ name }) },
  async ({ user, params }) => revokeKey({ userId: user.id, name: keyedEndpoint(params.name) }),
);

/** DELETE /api/keys?all=true: deletes all of the caller's keys. */
export const revokeAllCall = endpoint(
  { auth: 'user', query: z.object({ all: z.string().optional() }) },
  async ({ user, query }) => {
    if (query.all !== 'true')
      throw new AppError('invalid_request', { param: 'all', message: 'all: must be true' });
    await revokeKeys(AUTOCOMMIT, user.id);
  },
);

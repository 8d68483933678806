import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { readSetup } from '#app/core/conversations/setup.ts';
import { findPreset, listPresets, viewPreset } from '#app/core/presets/preset.ts';
import {
  changePreset,
  createPresets,
  deleteAllPresets,
  deletePreset,
} from '#app/core/presets/saved-presets.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readPreset } from './preset-input.server.ts';

/** GET /api/presets: lists the caller's presets, by name. */
export const listCall = endpoint({ auth: 'user' }, async ({ user }) =>
  (await viewAll(user.id)).map((preset) => ({ ...preset, user: user.id })),
);

/**
 * POST /api/presets {title, endpoint, model, ...}: saves a preset; with the `presetId` of an own preset it
 * replaces that one. `leftOut` names unknown fields.
 */
export const saveCall = endpoint(
  { auth: 'user', body: z.looseObject({ presetId: z.string().nullish() }) },
  async ({ user: { id: userId }, body }) => {
    const given = body.presetId || null;
    // Checked before the body is read: a preset of another user does not exist, whatever the body holds.
    if (given !== null) await findPreset(AUTOCOMMIT, { userId, presetId: given });
    const { preset, leftOut } = await readPreset(body);
    const presetId = given ?? (await createPresets(userId, [preset]))[0]!;
    if (given !== null) await changePreset({ userId, presetId }, preset);
    const { presetId: defaultId } = await readSetup(AUTOCOMMIT, userId);
    const saved = await findPreset(AUTOCOMMIT, { userId, presetId });
    return Response.json(
      { ...viewPreset(saved, defaultId), user: userId, leftOut },
      { status: given === null ? 201 : 200 },
    );
  },
);

const NAMED = z.looseObject({ presetId: z.string().nullish() });

/**
 * POST /api/presets/delete {presetId}: deletes one. As in LibreChat's clients, the id may be in `arg`, and a
 * body without an id deletes all.
 */
export const deleteCall = endpoint(
  { auth: 'user', body: NAMED.extend({ arg: NAMED.nullish() }) },
  async ({ user, body }) => {
    const presetId = body.presetId || body.arg?.presetId || null;
    if (presetId === null) return { deletedCount: await deleteAllPresets(user.id) };
    await deletePreset({ userId: user.id, presetId });
    return { deletedCount: 1 };
  },
);

/**
 * GET /presets/export: returns all presets as a file, or with `?preset=` one. Uses the specification's
 * format, so that other programs can read it too.
 */
export const exportCall = pageLoader({ auth: 'user' }, async ({ user, url }) => {
  const wanted = url.searchParams.get('preset');
  const all = await viewAll(user.id);
  const one = all.find(({ presetId }) => presetId === wanted);
  if (wanted !== null && !one) return errorResponse(new AppError('not_found', { param: 'preset' }));
  return new Response(JSON.stringify(one ?? all, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${one ? 'preset' : 'presets'}.json"`,
      'cache-control': 'private, no-store',
    },
  });
});

/** Returns every preset of a user in the format of other programs. */
async function viewAll(userId: string) {
  const { presetId } = await readSetup(AUTOCOMMIT, userId);
  return (await listPresets(AUTOCOMMIT, userId)).map((preset) => viewPreset(preset, presetId));
}

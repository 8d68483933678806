import { AppError } from '#app/contracts/errors.ts';
import { PRESETS_MAX, type PresetFacts } from '#app/contracts/presets/preset.ts';
import { lockUser } from '#app/core/accounts/user.ts';
import { chooseSetup, readSetup, writeStoredOptions } from '#app/core/conversations/setup.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectCount, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { findPreset, type NamedPreset } from './preset.ts';

/** A preset to save. `isDefault`: new conversations begin with it; undefined leaves the default as it is. */
export type SavedPreset = PresetFacts & { isDefault?: boolean };

/**
 * Saves new presets, all or none.
 * @returns their ids
 * @throws AppError conflict when the account would exceed the max number of presets
 */
export function createPresets(userId: string, presets: readonly SavedPreset[]): Promise<string[]> {
  return transaction(async (tx) => {
    // The lock serializes creations per account.
    await lockUser(tx, userId);
    const count = 'SELECT COUNT(*) FROM presets WHERE user_id = ?';
    const presetCount = await selectCount(tx, count, [userId]);
    if (presetCount + presets.length > PRESETS_MAX)
      throw new AppError('conflict', {
        message: `One account has at most ${PRESETS_MAX} presets. Delete one first.`,
        params: { max: PRESETS_MAX },
      });
    const at = new Date();
    const saved = presets.map((preset) => ({ ...preset, id: newId() }));
    for (const { id, title, endpoint, model, ...preset } of saved)
      await write(
        tx,
        `INSERT INTO presets (id, user_id, title, endpoint, model, options, carried, created_at, updated_at) VALUES (?)`,
        [[id, userId, title, endpoint, model, ...textsOf(preset), at, at]],
      );
    const chosen = saved.findLast(({ isDefault }) => isDefault);
    if (chosen) await chooseSetup(tx, userId, { presetId: chosen.id, ...chosen });
    return saved.map(({ id }) => id);
  });
}

/**
 * Overwrites a preset. If it is the default, new conversations begin with its new settings.
 * @throws AppError not_found
 */
export function changePreset(named: NamedPreset, preset: SavedPreset): Promise<void> {
  return transaction(async (tx) => {
    await lockUser(tx, named.userId);
    await findPreset(tx, named);
    const { title, endpoint, model } = preset;
    const [options, carried] = textsOf(preset);
    await change(
      tx,
      `UPDATE presets FORCE INDEX (PRIMARY) SET title = ?, endpoint = ?, model = ?, options = ?, carried = ?, updated_at = ?
       WHERE id = ? AND user_id = ?`,
      [title, endpoint, model, options, carried, new Date(), named.presetId, named.userId],
    );
    const isDefault = (await readSetup(tx, named.userId)).presetId === named.presetId;
    if (preset.isDefault ?? isDefault)
      await chooseSetup(tx, named.userId, { presetId: named.presetId, ...preset });
    else if (isDefault) await chooseSetup(tx, named.userId, null);
  });
}

/**
 * Sets or clears a preset as the default of new conversations.
 * @throws AppError not_found
 */
export function chooseDefault(named: NamedPreset, isDefault: boolean): Promise<void> {
  return transaction(async (tx) => {
    await lockUser(tx, named.userId);
    const preset = await findPreset(tx, named);
    if (isDefault) await chooseSetup(tx, named.userId, { presetId: preset.id, ...preset });
    else await clearDefault(tx, named);
  });
}

/** @throws AppError not_found */
export function deletePreset(named: NamedPreset): Promise<void> {
  return transaction(async (tx) => {
    await lockUser(tx, named.userId);
    await findPreset(tx, named);
    await clearDefault(tx, named);
    await change(tx, 'DELETE FROM presets WHERE id = ? AND user_id = ?', [named.presetId, named.userId]);
  });
}

/** @returns how many there were */
export function deleteAllPresets(userId: string): Promise<number> {
  return transaction(async (tx) => {
    await lockUser(tx, userId);
    await chooseSetup(tx, userId, null);
    return change(tx, 'DELETE FROM presets WHERE user_id = ?', [userId]);
  });
}

async function clearDefault(tx: Transaction, { userId, presetId }: NamedPreset): Promise<void> {
  if ((await readSetup(tx, userId)).presetId === presetId) await chooseSetup(tx, userId, null);
}

function textsOf({ options, carried }: Pick<PresetFacts, 'options' | 'carried'>) {
  return [
    writeStoredOptions(options),
    Object.keys(carried).length === 0 ? null : JSON.stringify(carried),
  ] as const;
}

/**
 * Deletes presets of a deleted account.
 * @param max max rows
 * @returns how many rows were deleted
 */
export function erasePresets(userId: string, max: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM presets WHERE user_id = ? LIMIT ?', [userId, max]);
}

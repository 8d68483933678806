import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { PRESET_COLUMNS, toPreset, type Preset, type PresetRow } from './preset.ts';

/** A preset, and who says that it is theirs. */
export interface NamedPreset {
  userId: string;
  presetId: string;
}

/**
 * One preset of a user.
 * @throws AppError not_found when it is not theirs or not there
 */
export async function findPreset(tx: Tx, { userId, presetId }: NamedPreset): Promise<Preset> {
  const row = isId(presetId)
    ? await selectRow<PresetRow>(tx, `SELECT ${PRESET_COLUMNS} FROM presets WHERE id = ? AND user_id = ?`, [
        presetId,
        userId,
      ])
    : undefined;
  if (!row) throw new AppError('not_found', { message: 'There is no such preset.', param: 'presetId' });
  return toPreset(row);
}

/** All presets of a user, by name. */
export async function listPresets(tx: Tx, userId: string): Promise<Preset[]> {
  const rows = await selectRows<PresetRow>(
    tx,
    `SELECT ${PRESET_COLUMNS} FROM presets WHERE user_id = ? ORDER BY title, id`,
    [userId],
  );
  return rows.map(toPreset);
}

/** The names of all presets of a user, by name: what a menu of them needs. */
export async function listPresetNames(
  tx: Tx,
  userId: string,
): Promise<{ presetId: string; title: string }[]> {
  return selectRows(tx, 'SELECT id AS presetId, title FROM presets WHERE user_id = ? ORDER BY title, id', [
    userId,
  ]);
}

import { withPresetFields } from '#app/contracts/chat-fields.ts';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import { nameSetOptions, readOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { PASS_THROUGH_SCHEMA, type PassThroughFields } from '#app/contracts/presets/carried.ts';
import type { PresetFacts, PresetView } from '#app/contracts/presets/preset.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Saved settings to begin conversations with. */
export interface Preset extends PresetFacts {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

export const PRESET_COLUMNS =
  'id, title, endpoint, model, options, carried, created_at AS createdAt, updated_at AS updatedAt';

/** A row of `PRESET_COLUMNS`. */
export interface PresetRow {
  id: string;
  title: string;
  endpoint: string | null;
  model: string | null;
  options: string | null;
  carried: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The id of a preset, and the user who claims to own it. */
export interface NamedPreset {
  userId: string;
  presetId: string;
}

export function toPreset({ endpoint, options, carried, ...columns }: PresetRow): Preset {
  const stored = JSON.parse(carried ?? '{}') as PassThroughFields;
  return {
    ...columns,
    endpoint: endpoint as Endpoint | null,
    // Fields that were saved before their endpoint supported them are options by now.
    options: { ...readOptions(ANY_ENDPOINT, '', stored), ...(JSON.parse(options ?? '{}') as SendParameters) },
    carried: Object.fromEntries(Object.entries(stored).filter(([name]) => name in PASS_THROUGH_SCHEMA.shape)),
  };
}

/** A preset for its owner and other programs: with every field of the specification; null means not set. */
export function viewPreset(preset: Preset, defaultId: string | null): PresetView {
  const { id, title, endpoint, model, options, carried } = preset;
  return withPresetFields({
    ...nameSetOptions(factsOf(endpoint) ?? ANY_ENDPOINT, options),
    ...carried,
    presetId: id,
    title,
    endpoint,
    model,
    defaultPreset: id === defaultId,
  });
}

/**
 * Finds one preset of a user.
 * @throws AppError not_found when it is not theirs or does not exist
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

/** Lists all presets of a user, by name. */
export async function listPresets(tx: Tx, userId: string): Promise<Preset[]> {
  const rows = await selectRows<PresetRow>(
    tx,
    `SELECT ${PRESET_COLUMNS} FROM presets WHERE user_id = ? ORDER BY title, id`,
    [userId],
  );
  return rows.map(toPreset);
}

/** Lists only the names of a user's presets, for menus. */
export async function listPresetNames(
  tx: Tx,
  userId: string,
): Promise<{ presetId: string; title: string }[]> {
  return selectRows(tx, 'SELECT id AS presetId, title FROM presets WHERE user_id = ? ORDER BY title, id', [
    userId,
  ]);
}

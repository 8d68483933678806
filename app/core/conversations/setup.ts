import { choiceOf } from '#app/contracts/endpoints/model-choice.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';
import { findConversation } from './conversations.ts';

interface Place {
  userId: string;
  /** null: a new conversation. */
  conversationId: string | null;
}

/** The initial settings of a user's next new conversation. */
export interface Setup {
  options: SendParameters;
  /** The preset that new conversations begin with, and the model choice of it; null if none was chosen. */
  presetId: string | null;
  model: string | null;
}

/** The settings of a preset. */
export interface PresetSetup {
  presetId: string;
  endpoint: string | null;
  model: string | null;
  options: SendParameters;
}

/** Reads the settings of the next new conversation: the preset chosen for it, with later changes. */
export async function readSetup(tx: Tx, userId: string): Promise<Setup> {
  const row = await selectRow<{ options: string | null; presetId: string | null; model: string | null }>(
    tx,
    'SELECT options, preset_id AS presetId, preset_model AS model FROM chat_setups WHERE user_id = ?',
    [userId],
  );
  return {
    options: readStoredOptions(row?.options ?? null),
    presetId: row?.presetId ?? null,
    model: row?.model ?? null,
  };
}

/**
 * Stores the parameters of a conversation's next messages. New conversations begin with them as well, unless
 * a preset was chosen for them.
 * @throws AppError not_found for a conversation that is not the user's
 */
export async function storeOptions(
  tx: Autocommit,
  { userId, conversationId }: Place,
  parameters: SendParameters,
): Promise<void> {
  const options = writeStoredOptions(parameters);
  const isNew = conversationId === null;
  if (!isNew) {
    await findConversation(tx, { userId, conversationId });
    await change(
      tx,
      'UPDATE conversations FORCE INDEX (PRIMARY) SET options = ? WHERE id = ? AND user_id = ?',
      [options, conversationId, userId],
    );
  }
  await change(
    tx,
    `INSERT INTO chat_setups (user_id, options, updated_at) VALUES (?, ?, NOW(3))
     ON DUPLICATE KEY UPDATE options = IF(? OR preset_id IS NULL, VALUES(options), options),
       updated_at = VALUES(updated_at)`,
    [userId, options, isNew],
  );
}

/** Makes new conversations begin with a preset; null makes them begin with the last settings. */
export async function chooseSetup(tx: Tx, userId: string, preset: PresetSetup | null): Promise<void> {
  if (preset === null) {
    const none = 'preset_id = NULL, preset_model = NULL, preset_options = NULL';
    await change(tx, `UPDATE chat_setups FORCE INDEX (PRIMARY) SET ${none} WHERE user_id = ?`, [userId]);
    return;
  }
  const { presetId, endpoint, model } = preset;
  const options = writeStoredOptions(preset.options);
  const choice = model && choiceOf({ endpoint, model });
  await change(
    tx,
    `INSERT INTO chat_setups (user_id, options, preset_id, preset_model, preset_options, updated_at)
     VALUES (?, NOW(3))
     ON DUPLICATE KEY UPDATE options = VALUES(options), preset_id = VALUES(preset_id),
       preset_model = VALUES(preset_model), preset_options = VALUES(preset_options), updated_at = VALUES(updated_at)`,
    [[userId, options, presetId, choice, options]],
  );
}

/**
 * Call it when a new conversation was created: changes that were made for it do not apply to the next one,
 * which begins with the preset.
 */
export async function renewSetup(tx: Autocommit, userId: string): Promise<void> {
  await change(
    tx,
    `UPDATE chat_setups FORCE INDEX (PRIMARY) SET options = preset_options
     WHERE user_id = ? AND preset_id IS NOT NULL`,
    [userId],
  );
}

/** Serializes the parameters of a conversation's messages for its row; null for none. */
export function writeStoredOptions(parameters: SendParameters): string | null {
  const given = Object.entries(parameters).filter(([name, value]) => name !== 'media' && value !== undefined);
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given));
}

/** Parses the result of `writeStoredOptions`. */
export function readStoredOptions(options: string | null): SendParameters {
  return options === null ? {} : (JSON.parse(options) as SendParameters);
}

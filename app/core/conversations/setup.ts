import { choiceOf } from '#app/contracts/endpoints/model-choice.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';
import { findConversation } from './conversations.ts';

interface Place {
  userId: string;
  /** null: the new conversation. */
  conversationId: string | null;
}

/** What a person's next new conversation begins with. */
export interface Setup {
  options: SendParameters;
  /** The preset that new conversations begin with, and what chooses its model; null where none was chosen for them. */
  presetId: string | null;
  model: string | null;
}

/** What a preset sets. */
export interface PresetSetup {
  presetId: string;
  endpoint: string | null;
  model: string | null;
  options: SendParameters;
}

/** What the next new conversation begins with: the preset that was chosen for it, with what was changed since. */
export async function readSetup(tx: Tx, userId: string): Promise<Setup> {
  const row = await selectRow<{ options: string | null; presetId: string | null; model: string | null }>(
    tx,
    'SELECT options, preset_id AS presetId, preset_model AS model FROM chat_setups WHERE user_id = ?',
    [userId],
  );
  return {
    options: readKeptOptions(row?.options ?? null),
    presetId: row?.presetId ?? null,
    model: row?.model ?? null,
  };
}

/**
 * Keeps what the next messages of a conversation are sent with. New conversations begin with it as well, unless a preset
 * was chosen for them.
 * @throws AppError not_found for a conversation that is not the user's
 */
export async function keepOptions(
  tx: Autocommit,
  { userId, conversationId }: Place,
  parameters: SendParameters,
): Promise<void> {
  const options = writeKeptOptions(parameters);
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

/** Has new conversations begin with a preset; null lets them begin with what was set last. */
export async function chooseSetup(tx: Tx, userId: string, preset: PresetSetup | null): Promise<void> {
  if (preset === null) {
    const none = 'preset_id = NULL, preset_model = NULL, preset_options = NULL';
    await change(tx, `UPDATE chat_setups FORCE INDEX (PRIMARY) SET ${none} WHERE user_id = ?`, [userId]);
    return;
  }
  const { presetId, endpoint, model } = preset;
  const options = writeKeptOptions(preset.options);
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

/** A new conversation has begun: what was changed for it does not hold for the next one, which begins with the preset. */
export async function renewSetup(tx: Autocommit, userId: string): Promise<void> {
  await change(
    tx,
    `UPDATE chat_setups FORCE INDEX (PRIMARY) SET options = preset_options
     WHERE user_id = ? AND preset_id IS NOT NULL`,
    [userId],
  );
}

/** What the messages of a conversation are sent with, as its row keeps it; null for nothing. */
export function writeKeptOptions(parameters: SendParameters): string | null {
  const said = Object.entries(parameters).filter(([name, value]) => name !== 'media' && value !== undefined);
  return said.length === 0 ? null : JSON.stringify(Object.fromEntries(said));
}

/** What `writeKeptOptions` kept. */
export function readKeptOptions(options: string | null): SendParameters {
  return options === null ? {} : (JSON.parse(options) as SendParameters);
}

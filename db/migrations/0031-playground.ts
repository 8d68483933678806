import { ID, MICRO, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** The playground: conversations with several models at once, separate from the chats. */
export const playground: Migration = {
  name: '0031-playground',
  up: [
    `CREATE TABLE IF NOT EXISTS playgrounds (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      title VARCHAR(255) NOT NULL,
      next_position INT UNSIGNED NOT NULL DEFAULT 1,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      KEY playgrounds_recent (user_id, updated_at, id)
    ) ${TABLE}`,
    // client_id makes a repeated form idempotent. is_blind: the names stay hidden until one of the answers is
    // chosen.
    `CREATE TABLE IF NOT EXISTS playground_prompts (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      playground_id ${ID} NOT NULL,
      position INT UNSIGNED NOT NULL,
      client_id ${ID} NULL,
      output ${NAME(8)} NOT NULL,
      text MEDIUMTEXT NOT NULL,
      options TEXT NULL,
      is_blind TINYINT(1) NOT NULL DEFAULT 0,
      best_cell_id ${ID} NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY playground_prompts_order (playground_id, position),
      UNIQUE KEY playground_prompts_client (user_id, client_id)
    ) ${TABLE}`,
    // One answer of one pair of model and provider; a repeated one is a further attempt at the same position.
    // state: queued until it has ended, then the state of its generation, or refused if none was admitted.
    // input_micro and output_pico are used to show the cost while it grows.
    `CREATE TABLE IF NOT EXISTS playground_cells (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      playground_id ${ID} NOT NULL,
      prompt_id ${ID} NOT NULL,
      position SMALLINT UNSIGNED NOT NULL,
      attempt SMALLINT UNSIGNED NOT NULL,
      generation_id ${ID} NOT NULL,
      model ${NAME(160)} NOT NULL,
      provider ${NAME(40)} NOT NULL,
      state ${NAME(16)} NOT NULL,
      text MEDIUMTEXT NOT NULL,
      thinking MEDIUMTEXT NULL,
      tokens INT UNSIGNED NULL,
      error_code ${NAME(40)} NULL,
      error_detail TEXT NULL,
      error_params TEXT NULL,
      input_micro ${MICRO} NULL,
      output_pico ${MICRO} NULL,
      charged_micro ${MICRO} NULL,
      first_token_ms INT UNSIGNED NULL,
      total_ms INT UNSIGNED NULL,
      created_at ${TIME} NOT NULL,
      UNIQUE KEY playground_cells_order (prompt_id, position, attempt),
      KEY playground_cells_pair (playground_id, model),
      KEY playground_cells_user (user_id)
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS playground_cells',
    'DROP TABLE IF EXISTS playground_prompts',
    'DROP TABLE IF EXISTS playgrounds',
  ],
};

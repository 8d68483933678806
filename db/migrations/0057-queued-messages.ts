import { ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

/** Messages that wait for the end of a running reply, to be sent in their order. */
export const queuedMessages: Migration = {
  name: '0057-queued-messages',
  up: [
    // client_id: the sender's own id, so that a repeated request adds nothing. state: waiting; next: to be sent
    // whatever the end of the last reply was; held until the user acts, for the reason in error_code.
    // attempt: the fencing token of the worker that sends it, until lease_until. failures: attempts in a row
    // that left no result. due_at: not sent before.
    `CREATE TABLE IF NOT EXISTS queued_messages (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      conversation_id ${ID} NOT NULL,
      position INT NOT NULL,
      client_id VARCHAR(64) NULL,
      text MEDIUMTEXT NOT NULL,
      files TEXT NULL,
      endpoint ${NAME(32)} NOT NULL,
      model ${NAME(160)} NOT NULL,
      parameters MEDIUMTEXT NOT NULL,
      keeps_options TINYINT(1) NOT NULL,
      state ${NAME(16)} NOT NULL DEFAULT 'waiting',
      error_code ${NAME(40)} NULL,
      error_params TEXT NULL,
      attempt INT UNSIGNED NOT NULL DEFAULT 0,
      failures INT UNSIGNED NOT NULL DEFAULT 0,
      due_at ${TIME} NOT NULL,
      lease_until ${TIME} NULL,
      created_at ${TIME} NOT NULL,
      KEY queued_messages_order (conversation_id, position),
      KEY queued_messages_user (user_id, id)
    ) ${TABLE}`,
  ],
  down: ['DROP TABLE IF EXISTS queued_messages'],
};

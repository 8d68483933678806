import { HASH, ID, NAME, TABLE, TIME, type Migration } from './migration.ts';

export const accounts: Migration = {
  name: '0001-accounts',
  up: [
    `CREATE TABLE IF NOT EXISTS users (
      id ${ID} NOT NULL PRIMARY KEY,
      email VARCHAR(120) NOT NULL,
      email_verified_at ${TIME} NULL,
      name VARCHAR(80) NOT NULL,
      username VARCHAR(80) NULL,
      avatar VARCHAR(500) NULL,
      password_hash VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
      role ${NAME(16)} NOT NULL DEFAULT 'USER',
      locale ${NAME(16)} NULL,
      consent_at ${TIME} NOT NULL,
      banned_at ${TIME} NULL,
      banned_until ${TIME} NULL,
      ban_reason VARCHAR(255) NULL,
      created_at ${TIME} NOT NULL,
      updated_at ${TIME} NOT NULL,
      UNIQUE KEY users_email (email),
      UNIQUE KEY users_username (username)
    ) ${TABLE}`,
    // One row is one family of refresh tokens: a browser, or a client of the API.
    `CREATE TABLE IF NOT EXISTS sessions (
      id ${ID} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      kind ${NAME(16)} NOT NULL,
      refresh_counter INT UNSIGNED NOT NULL DEFAULT 0,
      refreshed_at ${TIME} NULL,
      user_agent VARCHAR(255) NULL,
      address ${NAME(64)} NULL,
      created_at ${TIME} NOT NULL,
      seen_at ${TIME} NOT NULL,
      expires_at ${TIME} NOT NULL,
      ended_at ${TIME} NULL,
      KEY sessions_user (user_id, ended_at),
      KEY sessions_expiry (expires_at)
    ) ${TABLE}`,
    // Links sent by mail: password resets and address verifications. Only the hash is stored.
    `CREATE TABLE IF NOT EXISTS email_tokens (
      token_hash ${HASH} NOT NULL PRIMARY KEY,
      user_id ${ID} NOT NULL,
      purpose ${NAME(16)} NOT NULL,
      created_at ${TIME} NOT NULL,
      expires_at ${TIME} NOT NULL,
      used_at ${TIME} NULL,
      KEY email_tokens_user (user_id, purpose),
      KEY email_tokens_expiry (expires_at)
    ) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS audit_entries (
      id ${ID} NOT NULL PRIMARY KEY,
      actor VARCHAR(120) NOT NULL,
      action ${NAME(40)} NOT NULL,
      subject_id ${NAME(64)} NULL,
      detail TEXT NULL,
      created_at ${TIME} NOT NULL,
      KEY audit_subject (subject_id, created_at)
    ) ${TABLE}`,
  ],
  down: [
    'DROP TABLE IF EXISTS audit_entries',
    'DROP TABLE IF EXISTS email_tokens',
    'DROP TABLE IF EXISTS sessions',
    'DROP TABLE IF EXISTS users',
  ],
};

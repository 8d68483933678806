import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import mysql from 'mysql2/promise';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { giveCredit } from '#app/core/operator/credit.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { restoreBackup } from '#scripts/backup/restore-backup.mjs';
import { writeBackup } from '#scripts/backup/write-backup.mjs';
import { readSecrets } from '#scripts/launch/secrets.mjs';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';

const TEXT = "it's (1); \\ \"two\"\nINSERT INTO `messages` VALUES ('x');\r\n\t\u0000 🙂";
const PICTURE = 'files/media/a/picture';

/** A folder of its own: other test files leave files in the folder of this worker. */
const base = path.join(process.env.DATA_DIR!, 'to-back-up');
const env = process.env;
const folder = path.join(base, 'backup');
/** Another installation: database, Redis number and data folder. */
const database = `parlance_restored_${process.env.VITEST_POOL_ID}`;
const target = path.join(base, 'target');
const targetEnv = {
  DATABASE_URL: `${inject('mariadbUrl')}${database}`,
  REDIS_URL: `${inject('redisUrl')}/60`,
};
const say = () => undefined;
const restore = (more: { folder?: string; replace?: boolean; env?: Record<string, string> } = {}) =>
  restoreBackup({ base: target, env: targetEnv, folder, replace: false, say, ...more });

const server = mysql.createPool({ uri: inject('mariadbUrl'), connectionLimit: 1 });
const redis = createClient({ url: targetEnv.REDIS_URL });

const grant = (userId: string) =>
  transaction((tx) =>
    giveCredit(tx, { userId, amountMicro: 7n, reason: 'test', actor: 'operator:test', grantId: newId() }),
  );

/** Table -> checksum of all of its rows. */
async function checksums(name: string): Promise<Record<string, unknown>> {
  const tables = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [name],
  );
  const [rows] = await server.query(
    `CHECKSUM TABLE ${tables.map((table) => `${name}.${table.name}`).join()}`,
  );
  return Object.fromEntries(
    (rows as { Table: string; Checksum: unknown }[]).map((row) => [
      row.Table.replace(/.*\./, ''),
      row.Checksum,
    ]),
  );
}

beforeAll(async () => {
  await server.query(`DROP DATABASE IF EXISTS ${database}`);
  await server.query(`CREATE DATABASE ${database}`);
  await redis.connect();
  await redis.flushDb();
  const { userId } = await createAccount({ creditMicro: 5_000_000n });
  await addKey(userId);
  const addMessage = messageMaker(await makeConversation(userId, { title: TEXT }));
  await addMessage({ text: TEXT });
  rmSync(base, { recursive: true, force: true });
  mkdirSync(path.join(base, path.dirname(PICTURE)), { recursive: true });
  writeFileSync(path.join(base, PICTURE), Buffer.from([0, 255, 10, 13]));
  writeFileSync(path.join(base, `${PICTURE}.part-1`), 'unfinished');
  await writeBackup({ base, env, folder, say });
});

afterAll(async () => {
  redis.destroy();
  await server.query(`DROP DATABASE IF EXISTS ${database}`);
  await server.end();
});

describe('a backup', () => {
  it('has a manifest with versions, rows and checksums, and no secret', () => {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      format: 1,
      versions: { parlance: expect.any(String), database: expect.stringContaining('Maria') },
      rows: { users: 1, accounts: 1, ledger_entries: 1, conversations: 1, messages: 1, api_keys: 1 },
      files: 1,
      sums: { 'database.sql.gz': expect.stringMatching(/^[\da-f]{64}$/) },
    });
    expect(JSON.stringify(manifest)).not.toContain(env.SESSION_SECRET);
  });

  it('is readable by its owner alone, with the secrets beside the folder', () => {
    for (const place of ['manifest.json', 'database.sql.gz', PICTURE])
      expect(statSync(path.join(folder, place)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const file = `${folder}.secrets.json`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ENCRYPTION_KEYS: env.ENCRYPTION_KEYS });
  });

  it('never overwrites another one', async () => {
    await expect(writeBackup({ base, env, folder, say })).rejects.toThrow(/is not empty/);
  });
});

describe('a restore', () => {
  it('is refused without the secrets of the backup, and if one of its files was changed', async () => {
    const copy = path.join(base, 'copy');
    cpSync(folder, copy, { recursive: true });
    await expect(restore({ folder: copy })).rejects.toThrow(/has others: SESSION_SECRET, JWT_SECRET, ENC/);
    cpSync(`${folder}.secrets.json`, `${copy}.secrets.json`);
    const { DATABASE_URL, REDIS_URL } = targetEnv;
    const other = { DATABASE_URL, REDIS_URL, ENCRYPTION_KEYS: 'k9:other' };
    await expect(restore({ folder: copy, env: other })).rejects.toThrow(/lacks a key of the backup/);
    for (const place of [PICTURE, 'files.sha256', 'database.sql.gz']) {
      appendFileSync(path.join(copy, place), 'x');
      await expect(restore({ folder: copy })).rejects.toThrow(`${place} is missing or is not as it was`);
    }
    rmSync(copy, { recursive: true });
    expect(await checksums(database).catch(() => 'no tables')).toBe('no tables');
  });

  it('into another folder has the same rows, files and secrets', async () => {
    await restore();
    expect(await checksums(database)).toEqual(await checksums(new URL(env.DATABASE_URL!).pathname.slice(1)));
    expect(readFileSync(path.join(target, PICTURE))).toEqual(readFileSync(path.join(base, PICTURE)));
    expect(existsSync(path.join(target, `${PICTURE}.part-1`))).toBe(false);
    expect(readSecrets(target)).toMatchObject({ ENCRYPTION_KEYS: env.ENCRYPTION_KEYS });
  });

  it('is refused while the target is in use, and if it contains data, unless replacing is requested', async () => {
    const client = await mysql.createConnection(targetEnv.DATABASE_URL);
    await expect(restore({ replace: true })).rejects.toThrow(/in use: 1 connection/);
    await client.end();
    await redis.set('queue', '1');
    await expect(restore()).rejects.toThrow(
      /not empty: \d+ tables in the database .*, files in .*, 1 keys in Redis\./,
    );
    await server.query(`CREATE TABLE ${database}.of_a_newer_version (id INT)`);
    await restore({ replace: true });
    expect(await redis.dbSize()).toBe(0);
    expect(await checksums(database)).not.toHaveProperty('of_a_newer_version');
  });

  it('of a backup beside a working application has the money of one moment', async () => {
    const { userId } = await createAccount();
    const busy = path.join(base, 'busy');
    const state = { isOver: false };
    const backup = writeBackup({ base, env, folder: busy, say }).finally(() => (state.isOver = true));
    let grants = 0;
    for (; !state.isOver; grants += 1) await grant(userId);
    await backup;
    expect(grants).toBeGreaterThan(1);
    await restore({ folder: busy, replace: true });
  });

  it('reports accounts whose money does not agree', async () => {
    await server.query(`UPDATE ${database}.accounts SET balance_micro = balance_micro + 1`);
    const wrong = path.join(base, 'wrong');
    await writeBackup({ base: target, env: { ...env, ...targetEnv }, folder: wrong, say });
    const failure = restore({ folder: wrong, replace: true });
    await expect(failure).rejects.toMatchObject({
      message: expect.stringMatching(/money of accounts does not agree/),
      detail: expect.stringMatching(/balance 5000001, entries 5000000, held 0, holds 0/),
    });
  });
});

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrator, runStep } from '#db/schema.ts';
import { migrations } from '#db/migrations/index.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

/**
 * The migrations that are tested one by one. Earlier ones have been in use for long and do not change: the
 * default run takes them down and up again together.
 */
const TRIED = migrations.slice(IS_FULL ? 0 : -6);
/** The state before the first of them: the target of its own down migration. */
const BEFORE = IS_FULL ? ({ to: 0 } as const) : { to: TRIED[0]!.name };

interface SchemaPart {
  place: string;
  definition: string;
}

/** Every column and every index of the connected database, in a comparable form. */
async function readSchema(): Promise<SchemaPart[]> {
  const columns = await selectRows<SchemaPart>(
    AUTOCOMMIT,
    `SELECT CONCAT(table_name, '.', column_name) AS place,
            CONCAT_WS(' ', ordinal_position, column_type, is_nullable, column_default,
                      character_set_name, collation_name, extra) AS definition
       FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY place`,
  );
  const indexes = await selectRows<SchemaPart>(
    AUTOCOMMIT,
    `SELECT CONCAT(table_name, '#', index_name) AS place,
            CONCAT(MIN(non_unique), ' ', GROUP_CONCAT(column_name ORDER BY seq_in_index)) AS definition
       FROM information_schema.statistics WHERE table_schema = DATABASE()
      GROUP BY table_name, index_name ORDER BY place`,
  );
  return [...columns, ...indexes];
}

async function tableNames(): Promise<string[]> {
  const rows = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY name',
  );
  return rows.map((row) => row.name);
}

describe('migrations', () => {
  afterEach(async () => {
    await migrator().up();
  });

  it('go up to the tables of all owners, every one InnoDB and utf8mb4', async () => {
    const tables = await selectRows<{ name: string; engine: string; collation: string }>(
      AUTOCOMMIT,
      `SELECT table_name AS name, engine, table_collation AS collation FROM information_schema.tables
        WHERE table_schema = DATABASE() AND table_name <> 'schema_migrations'`,
    );
    expect(tables.map((table) => table.name)).toEqual(
      expect.arrayContaining([
        'users',
        'conversations',
        'messages',
        'generations',
        'offers',
        'offer_prices',
        'ledger_entries',
      ]),
    );
    for (const table of tables) {
      expect(table).toMatchObject({ engine: 'InnoDB', collation: expect.stringMatching(/^utf8mb4_/) });
    }
  });

  it('go down to nothing and up again to the same columns and indexes', async () => {
    const before = await readSchema();
    await migrator().down({ to: 0 });
    expect(await tableNames()).toEqual(['schema_migrations']);
    await migrator().up();
    expect(await readSchema()).toEqual(before);
  });

  it('leave on their way down, one by one, exactly the tables of the earlier ones', async () => {
    await migrator().down(BEFORE);
    const before: SchemaPart[][] = [];
    for (const { name } of TRIED) {
      before.push(await readSchema());
      await migrator().up({ to: name });
    }
    for (const [index, { name }] of [...TRIED.entries()].toReversed()) {
      await migrator().down({ to: name });
      expect({ name, schema: await readSchema() }).toEqual({ name, schema: before[index] });
    }
  });

  it('run once although two processes start at the same moment', async () => {
    const whole = await readSchema();
    await migrator().down(BEFORE);
    await Promise.all([migrator().up(), migrator().up()]);
    expect(await readSchema()).toEqual(whole);
    expect((await migrator().executed()).map((done) => done.name)).toEqual(
      migrations.map(({ name }) => name),
    );
  });
});

describe('a migration', () => {
  // From the first on, one by one: later ones depend on the parts that each of them reverts.
  beforeAll(async () => {
    await migrator().down(BEFORE);
  });

  it.each(TRIED.map((migration) => [migration.name, migration] as const))(
    '%s can be run again after a crash at any statement of its up or down',
    async (name, migration) => {
      await migrator().up({ to: name });
      const whole = await readSchema();
      for (let done = 1; done <= migration.down.length; done++) {
        for (const statement of migration.down.slice(0, done)) await runStep(statement);
        await change(AUTOCOMMIT, 'DELETE FROM schema_migrations WHERE name = ?', [name]);
        await migrator().up({ to: name });
        expect(await readSchema()).toEqual(whole);
      }
      for (let done = 1; done <= migration.up.length; done++) {
        for (const statement of migration.down) await runStep(statement);
        await change(AUTOCOMMIT, 'DELETE FROM schema_migrations WHERE name = ?', [name]);
        for (const statement of migration.up.slice(0, done)) await runStep(statement);
        await migrator().up({ to: name });
        expect(await readSchema()).toEqual(whole);
      }
    },
  );
});

describe('embeddings of before 0018', () => {
  const OLD_ROW = `INSERT INTO generations (id, kind, state, user_id, request, endpoint, provider, model, upstream_model,
      max_output_tokens, estimated_prompt_tokens, created_at)
    VALUES (?, ?, 'done', UUID(), ?, 'api', 'openai', 'm', 'm', ?, 10, NOW(3))`;

  it('are labelled as embeddings, and nothing else is', async () => {
    await migrator().down({ to: '0048-embeddings-of-before-tasks' });
    // As processes of the previous version wrote them: without target and task.
    await change(AUTOCOMMIT, OLD_ROW, ['settled-vectors', 'api', null, 0]);
    await change(AUTOCOMMIT, OLD_ROW, ['open-vectors', 'api', '{"embed":{"input":"a"}}', 0]);
    await change(AUTOCOMMIT, OLD_ROW, ['answer', 'api', null, 1]);
    await change(AUTOCOMMIT, OLD_ROW, ['reply', 'chat', null, 0]);
    await migrator().up();
    const rows = await selectRows<{ id: string; task: string }>(
      AUTOCOMMIT,
      'SELECT id, task FROM generations',
    );
    expect(Object.fromEntries(rows.map(({ id, task }) => [id, task]))).toEqual({
      'settled-vectors': 'embedding',
      'open-vectors': 'embedding',
      answer: 'chat',
      reply: 'chat',
    });
  });
});

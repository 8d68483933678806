import { describe, expect, it } from 'vitest';
import { migrations } from '#db/migrations/index.ts';
import { TABLE_OWNERS } from './owners.ts';
import { readSql, type SqlFacts } from './read-sql.ts';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** The schema itself names every table; the loop that reseals columns takes the tables that their owners name. */
const EXEMPT = /^db\/migrations\/|^app\/core\/vault\/reseal\.ts$|\.test\.tsx?$/;

const violations = (files: SourceFile[]): string[] =>
  files.flatMap((file) => violationsOf(file, readSql(file)));

function violationsOf(file: SourceFile, { tables, unreadable }: SqlFacts): string[] {
  const foreign = tables
    .filter((table) => !(TABLE_OWNERS[table] ?? []).some((folder) => file.place.startsWith(folder)))
    .map((table) => `${file.place}: ${TABLE_OWNERS[table] ? 'not the owner of' : 'unknown table'} ${table}`);
  return [...foreign, ...unreadable.map((sql) => `${file.place}: cannot read "${sql.slice(0, 60)}"`)];
}

const inFeature = (text: string) => violations([{ place: 'app/features/chat/x.server.ts', text }]);

describe('SQL is in the folder that owns the table', () => {
  it('in the whole product', () => {
    const files = sourceFiles(['app', 'worker', 'db'], /\.tsx?$/).filter(({ place }) => !EXEMPT.test(place));
    const read = files.map((file) => ({ file, sql: readSql(file) }));
    expect(read.flatMap(({ file, sql }) => violationsOf(file, sql))).toEqual([]);
    const named = new Set(read.flatMap(({ sql }) => sql.tables));
    expect(named.size, 'the test reads the SQL that is there').toBeGreaterThan(8);
  });

  it('and every table has an owner', () => {
    const created = migrations.flatMap(({ up }) =>
      [
        ...up
          .filter((step) => typeof step === 'string')
          .join('\n')
          .matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g),
      ].map((match) => match[1] ?? ''),
    );
    expect(created.filter((table) => TABLE_OWNERS[table] === undefined)).toEqual([]);
  });

  it.each([
    ["selectRow(tx, 'SELECT a FROM holds')", 'not the owner of holds'],
    [
      'selectRow(tx, `SELECT a FROM models m JOIN ledger_entries l ON l.id = m.id`)',
      'not the owner of ledger_entries',
    ],
    ["change(tx, 'UPDATE accounts SET a = 1')", 'not the owner of accounts'],
    ["change(tx, 'INSERT INTO `messages` VALUES (?)')", 'not the owner of messages'],
    ['change(tx, `DELETE FROM users WHERE id IN (${ids})`)', 'not the owner of users'],
    ["const more = 'LEFT JOIN generations g ON 1';", 'not the owner of generations'],
    ["change(tx, 'SELECT a FROM user_secrets')", 'unknown table user_secrets'],
    ['change(tx, `DELETE FROM ${table}`)', 'cannot read'],
    ["q('WITH RECURSIVE path (id) AS (SELECT id FROM holds) SELECT id FROM path')", 'not the owner of holds'],
    ["change(tx, 'delete from holds')", 'cannot read'],
    ["sealedColumn({ table: 'api_keys', column: 'sealed_value', bindingOf })", 'not the owner of api_keys'],
  ])('control: finds %s', (text, complaint) => {
    expect(inFeature(text).join('\n')).toContain(complaint);
  });

  it('control: ignores owners, prose and comments', () => {
    expect(violations([{ place: 'app/core/ledger/x.ts', text: "q('SELECT a FROM holds')" }])).toEqual([]);
    const withOwnName = "q('WITH RECURSIVE path (id) AS (SELECT id FROM holds) SELECT id FROM path')";
    expect(violations([{ place: 'app/core/ledger/x.ts', text: withOwnName }])).toEqual([]);
    const upsert = "q('INSERT INTO holds (id) VALUES (?) ON DUPLICATE KEY UPDATE amount = 1')";
    expect(violations([{ place: 'app/core/ledger/x.ts', text: upsert }])).toEqual([]);
    expect(inFeature("// SELECT a FROM holds\nthrow new Error('Choose from models, update users');")).toEqual(
      [],
    );
  });
});

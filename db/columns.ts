import type { SqlValue } from './sql.ts';

/** A column of a table: its name, and how a field's value is written to it and read from it. */
export interface Column<Value> {
  readonly name: string;
  write(value: Value): SqlValue;
  /** @param stored as the driver returns it: BIGINT and JSON as text, DATETIME as Date */
  read(stored: unknown): Value;
}

/** Fields by name, each with its column: shared by insert, select and mapper of a table. */
export type Columns = Record<string, Column<unknown>>;

/** The values of some fields. */
export type Fields<Table extends Columns, Names extends keyof Table = keyof Table> = {
  -readonly [Name in Names]: Table[Name] extends Column<infer Value> ? Value : never;
};

/** A value that the driver reads and writes unchanged. */
export function plain<Value extends SqlValue>(name: string): Column<Value> {
  return { name, write: (value) => value, read: (stored) => stored as Value };
}

/** Integers that exceed a JavaScript number: money. */
export function bigInt<Value extends bigint | null = bigint>(name: string): Column<Value> {
  return {
    name,
    write: (value) => value,
    read: (stored) => (stored === null ? null : BigInt(stored as string)) as Value,
  };
}

export function flag(name: string): Column<boolean> {
  return { name, write: (value) => (value ? 1 : 0), read: (stored) => stored === 1 };
}

/** @param none the value that stands for NULL; values without entries are also stored as NULL */
export function json<Value>(name: string, none: Value): Column<Value> {
  const isNone = (value: Value) => value === null || Object.keys(value as object).length === 0;
  return {
    name,
    write: (value) => (isNone(value) ? null : JSON.stringify(value)),
    read: (stored) => (stored === null ? none : (JSON.parse(stored as string) as Value)),
  };
}

/** The column names of some fields, for a SELECT or an INSERT. */
export function columnList<Table extends Columns>(table: Table, names: readonly (keyof Table)[]): string {
  return names.map((name) => table[name]!.name).join(', ');
}

/** Converts rows to objects, field by field in the order of `names`. */
export function rowReader<Table extends Columns, Name extends keyof Table>(
  table: Table,
  names: readonly Name[],
): (row: Record<string, unknown>) => Fields<Table, Name> {
  return (row) => {
    const fields = {} as Record<Name, unknown>;
    for (const name of names) fields[name] = table[name]!.read(row[table[name]!.name]);
    return fields as Fields<Table, Name>;
  };
}

/** Converts objects to rows, in the order of `names`. */
export function rowWriter<Table extends Columns, Name extends keyof Table>(
  table: Table,
  names: readonly Name[],
): (fields: Fields<Table, Name>) => SqlValue[] {
  return (fields) => names.map((name) => table[name]!.write(fields[name]));
}

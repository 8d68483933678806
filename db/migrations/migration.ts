/**
 * A statement that runs only while a column or an index is there (or is not): MySQL has no IF NOT EXISTS for them, and
 * one ALTER of many happens as a whole or not at all.
 */
export type GuardedStep = (
  | { column: readonly [table: string, column: string] }
  | { index: readonly [table: string, index: string] }
) & {
  present: boolean;
  sql: string;
};

export type Step = string | GuardedStep;

/** One step of the schema. Statements must be repeatable; `down` undoes `up`. */
export interface Migration {
  name: string;
  up: readonly Step[];
  down: readonly Step[];
}

/** Column types that every table uses alike. */
export const ID = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin';
export const HASH = 'CHAR(64) CHARACTER SET ascii COLLATE ascii_bin';
export const NAME = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
export const TIME = 'DATETIME(3)';
export const MICRO = 'BIGINT';
export const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

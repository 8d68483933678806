/**
 * A statement that runs only if a column or an index exists (or does not): MySQL has no IF NOT EXISTS for
 * them, and one ALTER with many changes is applied as a whole or not at all.
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

/** Column types that all tables share. */
export const ID = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin';
export const HASH = 'CHAR(64) CHARACTER SET ascii COLLATE ascii_bin';
export const NAME = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
export const TIME = 'DATETIME(3)';
export const MICRO = 'BIGINT';
export const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

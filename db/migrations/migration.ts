/** One step of the schema. Statements must be repeatable; `down` undoes `up`. */
export interface Migration {
  name: string;
  up: readonly string[];
  down: readonly string[];
}

/** Column types that every table uses alike. */
export const ID = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin';
export const HASH = 'CHAR(64) CHARACTER SET ascii COLLATE ascii_bin';
export const NAME = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
export const TIME = 'DATETIME(3)';
export const MICRO = 'BIGINT';
export const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

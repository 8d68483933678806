import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { RowCounter } from './row-counter.mjs';

const DUMP = [
  '-- MariaDB dump 10.19 of somebody’s server; it’s a comment (INSERT INTO `x` VALUES (1);)',
  '/*!40101 SET NAMES utf8mb4 */;',
  'CREATE TABLE `notes` (',
  "  `text` varchar(9) DEFAULT 'it''s' COMMENT 'INSERT INTO `notes` VALUES'",
  ');',
  'LOCK TABLES `notes` WRITE;',
  'INSERT INTO `notes` VALUES',
  String.raw`(1,'a'),`,
  String.raw`(2,'it\'s (one); two\\'),`,
  String.raw`(3,'INSERT INTO ''x'' VALUES (9);\nINSERT INTO');`,
  'UNLOCK TABLES;',
  'INSERT INTO `lives` (`id`, `live`) VALUES (1,POINT(2,3)),(2,NULL);',
  "INSERT INTO `notes` VALUES (4,_binary '\\0()\\Z');",
  '-- Dump completed',
  '',
].join('\n');

/** Counts the rows of a text that arrives in pieces of `size` bytes. */
async function count(text: string, size: number) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const counter = new RowCounter();
  const passed: Buffer[] = [];
  for await (const piece of Readable.from(pieces).pipe(counter)) passed.push(piece);
  return { rows: Object.fromEntries(counter.rows), passed: Buffer.concat(passed).toString() };
}

describe('the rows of a dump', () => {
  it.each([1, 2, 7, 64, 100_000])(
    'are counted by table in pieces of %i bytes, and pass through unchanged',
    async (size) => {
      expect(await count(DUMP, size)).toEqual({ rows: { notes: 4, lives: 2 }, passed: DUMP });
    },
  );

  it('are counted in bounded memory if a line never ends', async () => {
    expect(await count(`INSERT INTO \`${'x'.repeat(200_000)}`, 1000)).toMatchObject({ rows: {} });
  });
});

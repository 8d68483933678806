import { BaseSequencer } from 'vitest/node';

/** Short files that run long: with waits, many pages, or processes that do the work. */
const LONG = [
  /tests\/faults\/(?:start\/start|crash\/crash|processes|flush-and-pause|services)\./,
  /tests\/api\/(?:failures\/|hub\/(?:embeddings|code-samples)|openapi\/|media\/)/,
  /tests\/http\/(?:failures\/|replies\/open-streams|standstill|hub\/drain|routes\/)/,
  /tests\/e2e\/flows\/(?:axe\/|replies|buying|media|keyboard|long-list|pictures)/,
];

/**
 * Files that never wait: beside each other they slow down, and waiting files then leave the processor idle.
 */
const BUSY = /tests\/e2e\/flows\/axe\//;

/**
 * Starts with the files that take longest, so that no worker is alone with one of them at the end, and pairs
 * waiting files with busy ones. On a clean clone Vitest only knows the file sizes.
 */
export default class LongFilesFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return longFirst(await super.sort(files), ({ moduleId }) => moduleId);
  }
}

/**
 * @template File
 * @param {File[]} files
 * @param {(file: File) => string} pathOf
 * @returns {File[]} busy ones and long ones in turn, then the others in their order
 */
export function longFirst(files, pathOf) {
  const isLong = (file) => LONG.some((pattern) => pattern.test(pathOf(file)));
  const ordered = [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
  const busy = ordered.filter((file) => BUSY.test(pathOf(file)));
  const others = ordered.filter((file) => !BUSY.test(pathOf(file)));
  return others.flatMap((file, at) => [...busy.slice(at, at + 1), file]).concat(busy.slice(others.length));
}

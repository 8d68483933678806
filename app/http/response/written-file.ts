import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { logger } from '#app/core/platform/logger.ts';
import { WrittenResponse, type Head } from './written-response.ts';

/**
 * An answer whose body is a file, as fast as its reader takes it.
 * @param content is destroyed when it has been written, when the reader leaves, and when writing fails: a file that
 *   ends early cuts the connection, so that half of one cannot be taken for the whole
 * @param closed aborted when the reader has left
 */
export function writtenFile(head: Head, content: Readable, closed: AbortSignal): WrittenResponse {
  return new WrittenResponse(head, async (connection) => {
    try {
      await pipeline(content, connection);
    } catch (error) {
      if (!closed.aborted) logger().warn({ error: (error as Error).message }, 'a file was cut');
      connection.destroy();
    }
  });
}

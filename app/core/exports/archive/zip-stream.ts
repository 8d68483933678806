import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file in an archive. Its content is read when the files before it are written. */
export interface ZipEntry {
  name: string;
  at: Date;
  content: AsyncIterable<Uint8Array | string> | Readable;
  /** False for content that is compressed already: images and videos. */
  isCompressible: boolean;
}

/**
 * Writes an archive while it is read: one file after the other, at the pace of the reader. If an entry fails,
 * the stream fails with its error; if the reader leaves, the entry that is being read is closed.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  const feed = async () => {
    for await (const { name, at, content, isCompressible } of entries) {
      current = content instanceof Readable ? content : Readable.from(content, { objectMode: false });
      const whole = finished(current, { writable: false });
      zip.addReadStream(current, name, { mtime: at, compress: isCompressible });
      await whole;
      if (output.destroyed) return;
    }
    zip.end();
  };
  const fail = (error: unknown) => void output.destroy(error as Error);
  zip.on('error', fail);
  output.on('close', () => current?.destroy());
  feed().catch(fail);
  return output;
}

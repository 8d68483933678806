import { readFile, stat } from 'node:fs/promises';
import { UsageError } from './command.ts';

/** Price lists have some megabytes at most. */
const MOST_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/**
 * A file, or what an address answers: https, or http on this machine. Redirects are not followed.
 * @throws UsageError for what cannot be read, is too large or takes too long
 */
export async function readSource(place: string): Promise<string> {
  try {
    return /^https?:\/\//i.test(place) ? await readAddress(new URL(place)) : await readSmallFile(place);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${place} cannot be read: ${(error as Error).message}`);
  }
}

async function readSmallFile(path: string): Promise<string> {
  if ((await stat(path)).size > MOST_BYTES) throw tooLarge(path);
  return readFile(path, 'utf8');
}

async function readAddress(url: URL): Promise<string> {
  const loopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url.protocol !== 'https:' && !loopback) throw new UsageError(`${url.href}: only https is read.`);
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok || !answer.body) throw new UsageError(`${url.href} answered ${answer.status}.`);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw tooLarge(url.href);
    }
    parts.push(read.value);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooLarge(place: string): UsageError {
  return new UsageError(`${place} has more than ${MOST_BYTES / 1024 / 1024} MB.`);
}

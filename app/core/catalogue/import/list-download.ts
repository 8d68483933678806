import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { objectionToAddress, publicLookup } from '#app/core/platform/addresses/hosts.ts';
import { PriceListError } from './price-list.ts';

/** Max bytes of a price list: real ones have a few megabytes. */
export const LIST_MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/**
 * Downloads the content of an https URL on the public internet. Host names in a private network are rejected
 * when the connection is made, so that a name cannot change its address after a check; redirects are not
 * followed.
 * @throws PriceListError for a URL that is not allowed, and for content that cannot be read, is too large or
 * takes too long
 */
export async function fetchList(address: string): Promise<string> {
  const objection = objectionToAddress(address);
  const url = parseUrl(address);
  if (objection !== null || url === null) throw new PriceListError(`The address ${objection}.`);
  if (url.protocol !== 'https:') throw new PriceListError('The address must begin with https.');
  try {
    const answer = await ask(url, AbortSignal.timeout(TIMEOUT_MS));
    if (answer.statusCode !== 200) {
      answer.destroy();
      throw new PriceListError(`The address answered ${answer.statusCode}.`);
    }
    return await readBounded(answer);
  } catch (error) {
    if (error instanceof PriceListError) throw error;
    throw new PriceListError(`The address cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}

function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { signal, lookup: publicLookup, headers: { accept: 'application/json' } }, resolve).on(
      'error',
      reject,
    );
  });
}

async function readBounded(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LIST_MAX_BYTES)
      throw new PriceListError(`The list has more than ${LIST_MAX_BYTES / 1024 / 1024} MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

import { readFile, stat } from 'node:fs/promises';
import { diffLines } from '#app/core/catalogue/import/price-diff.ts';
import { PriceListError, type PriceList } from '#app/core/catalogue/import/price-list.ts';
import { readPriceList } from '#app/core/catalogue/import/list-formats.ts';
import {
  confirmOffers,
  importPrices,
  isEmptyDiff,
  previewImport,
  sourceOf,
} from '#app/core/operator/catalogue.ts';
import { UsageError, type Command } from './command.ts';

export const importCatalogue: Command = {
  usage: '<file or URL> [--yes] [--provider <name>]',
  help: 'Reads prices from a price map or a hub’s list of models, shows what would change, and asks.',
  async run(tx, { words, provider, yes, ask, actor }) {
    const [place] = words;
    if (!place) throw new UsageError('Name the file or the address of the list.');
    const list = readList(await readSource(place), provider ?? null);
    const at = new Date();
    const diff = await previewImport(tx, list, at);
    const lines = diffLines(diff);
    if (isEmptyDiff(diff)) return [...lines, 'There is nothing to write.'];
    if (!yes && !ask) throw new UsageError([...lines, 'Nothing was written: say --yes.'].join('\n'));
    if (!yes && !(await ask?.([...lines, 'Write this?'].join('\n')))) return ['Nothing was written.'];
    await importPrices(tx, { actor, diff, origin: { source: sourceOf(place, at), at } });
    return [...(yes ? lines : []), `Written, in force from ${at.toISOString()}.`];
  },
};

/** Price lists have a few megabytes at most. */
const MAX_BYTES = 16 * 1024 * 1024;

const TIMEOUT_MS = 30_000;

function readList(text: string, provider: string | null): PriceList {
  try {
    return readPriceList(text, provider);
  } catch (error) {
    if (error instanceof PriceListError) throw new UsageError(`The list cannot be used: ${error.message}`);
    throw error;
  }
}

export const confirmModel: Command = {
  usage: '<model id>',
  help: 'Lets a model be called that is known from third parties only.',
  async run(tx, { words, actor }) {
    const [id] = words;
    const offers = id ? await confirmOffers(tx, { modelId: id, actor }) : null;
    if (offers === null) throw new UsageError(`There is no model ${id ?? ''}.`);
    return [`${offers} offer(s) of ${id} confirmed.`];
  },
};

/**
 * Reads a file, or the response of an address: https, or http on this machine. Redirects are not followed.
 * @throws UsageError if it cannot be read, is too large or takes too long
 */
async function readSource(place: string): Promise<string> {
  try {
    return /^https?:\/\//i.test(place) ? await readAddress(new URL(place)) : await readSmallFile(place);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${place} cannot be read: ${(error as Error).message}`);
  }
}

async function readSmallFile(path: string): Promise<string> {
  if ((await stat(path)).size > MAX_BYTES) throw tooLarge(path);
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
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw tooLarge(url.href);
    }
    parts.push(read.value);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooLarge(place: string): UsageError {
  return new UsageError(`${place} has more than ${MAX_BYTES / 1024 / 1024} MB.`);
}

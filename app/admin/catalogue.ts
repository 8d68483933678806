import { diffLines } from '#app/core/catalogue/import/diff-prices.ts';
import { PriceListError, type PriceList } from '#app/core/catalogue/import/listed.ts';
import { readPriceList } from '#app/core/catalogue/import/read-price-list.ts';
import { confirmOffers } from '#app/core/operator/confirm-offers.ts';
import { importPrices, isEmptyDiff, previewImport, sourceOf } from '#app/core/operator/import-prices.ts';
import { UsageError, type Command } from './command.ts';
import { readSource } from './read-source.ts';

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

import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { confirmModel as confirm } from '#app/core/catalogue/confirm-model.ts';
import { diffLines, diffPrices } from '#app/core/catalogue/import/diff-prices.ts';
import { PriceListError, type PriceList } from '#app/core/catalogue/import/listed.ts';
import { readPriceList } from '#app/core/catalogue/import/read-price-list.ts';
import { writePrices } from '#app/core/catalogue/import/write-prices.ts';
import { forgetSnapshot, readSnapshot } from '#app/core/catalogue/snapshot.ts';
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
    const diff = diffPrices(await readSnapshot(tx), list, at);
    const lines = diffLines(diff);
    if (diff.added.length + diff.changed.length === 0) return [...lines, 'There is nothing to write.'];
    if (!yes && !ask) throw new UsageError([...lines, 'Nothing was written: say --yes.'].join('\n'));
    if (!yes && !(await ask?.([...lines, 'Write this?'].join('\n')))) return ['Nothing was written.'];
    const source = `${place.slice(0, 400)}, read ${at.toISOString().slice(0, 10)}`;
    await writePrices(tx, diff, { source, at });
    const detail = { source, added: diff.added.length, changed: diff.changed.length };
    await recordAudit(tx, { actor, action: 'catalogue:import', subjectId: null, detail });
    forgetSnapshot();
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
    if (!id || !(await readSnapshot(tx)).models.has(id))
      throw new UsageError(`There is no model ${id ?? ''}.`);
    const offers = await confirm(tx, id);
    await recordAudit(tx, { actor, action: 'confirm-model', subjectId: null, detail: { model: id, offers } });
    return [`${offers} offer(s) of ${id} confirmed.`];
  },
};

import type { AnsweringKey } from '#app/contracts/endpoints/own-keys.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { fieldsOf, fitOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { listOffers, listOwnOffers } from '#app/core/catalogue/offers/list-offers.ts';
import { answersFor } from '#app/core/catalogue/served-by.ts';
import { refusedParameters } from '#app/core/routing/refused-parameters.ts';
import { chatOptions } from '#app/core/targets/message/chat-options.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { OptionsView } from './options-view.ts';

interface Asked {
  userId: string;
  /** No message has been sent in it yet. */
  isNew: boolean;
  endpoint: Endpoint;
  model: string;
  /** On whose key it answers. */
  key: AnsweringKey;
  /** Of the conversation, or what a new one begins with. */
  kept: SendParameters;
}

/** The options of a model in a conversation. */
export async function loadOptions({
  userId,
  isNew,
  endpoint,
  model,
  key,
  kept,
}: Asked): Promise<OptionsView | null> {
  const facts = factsOf(endpoint);
  if (!facts) return null;
  const { capabilities } = await readEntry(AUTOCOMMIT, model);
  const at = new Date();
  const offers =
    key === 'operator'
      ? (await listOffers(AUTOCOMMIT, model, at)).filter((offer) => answersFor(endpoint, offer))
      : await listOwnOffers(AUTOCOMMIT, { model, endpoint }, at);
  const fields = fieldsOf(facts, model);
  const refused = fields.filter(({ option }) => {
    if (option === 'reasoningEffort' && !capabilities.includes('reasoning')) return true;
    // Any value tells which parameter of the wire it becomes; one that becomes none is never refused.
    const [name] = Object.keys(chatOptions({ [option]: 1 }));
    return name !== undefined && offers.every((offer) => refusedParameters(offer, [name]).length > 0);
  });
  const values = fitOptions(facts, model, kept);
  const inPanel = fields.filter((field) => !isInBar(field));
  return {
    endpoint,
    values,
    refused: refused.map(({ option }) => option),
    hasBar: inPanel.length < fields.length || (endpoint === 'chatGPTBrowser' && isNew),
    hasPanel: inPanel.length > 0,
    count: inPanel.filter(({ option }) => values[option] !== undefined).length,
    contextTokens: values.context ? await countTokens(values.context, 'o200k', { owner: userId }) : null,
  };
}

import { fieldsOf, fitOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { optionLimits } from '#app/core/targets/message/options.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { OptionsView } from './options-view.ts';

interface Asked {
  userId: string;
  /** No message has been sent in it yet. */
  isNew: boolean;
  endpoint: Endpoint;
  model: string;
  /** Of the conversation, or what a new one begins with. */
  kept: SendParameters;
}

/** The options of a model in a conversation. */
export async function loadOptions({
  userId,
  isNew,
  endpoint,
  model,
  kept,
}: Asked): Promise<OptionsView | null> {
  const facts = factsOf(endpoint);
  if (!facts) return null;
  const fields = fieldsOf(facts, model);
  const { refused, yields } = await optionLimits(AUTOCOMMIT, { endpoint, model });
  const values = fitOptions(facts, model, kept);
  const inPanel = fields.filter((field) => !isInBar(field));
  return {
    endpoint,
    values,
    refused,
    yields,
    hasBar: inPanel.length < fields.length || (endpoint === 'chatGPTBrowser' && isNew),
    hasPanel: inPanel.length > 0,
    count: inPanel.filter(({ option }) => values[option] !== undefined).length,
    contextTokens: values.context ? await countTokens(values.context, 'o200k', { owner: userId }) : null,
  };
}

import { tokenMargin } from '#app/core/catalogue/tokens/count-tokens.ts';
import type { Model } from '#app/core/catalogue/find-model.ts';
import { findGroups } from '#app/core/routing/find-groups.ts';
import { measureVideos } from './measure-videos.ts';
import { fieldOf, modelsOf, type Asked } from './price-call.ts';
import { countCall, weighCall } from './weigh-call.ts';

/**
 * Tokens of everything that a call sends, with the margin of its model's tokenizer, as its admission counts it; also of
 * what no window holds.
 * @throws AppError model_not_found, forbidden for a model that the key may not use, and invalid_request for what cannot
 *   be weighed, by its field
 */
export async function countInput({ body, key, defaultModel, userId, signal }: Asked): Promise<number> {
  const needs = weighCall(body, await measureVideos(body.messages, { account: userId, signal }));
  const { groups } = await findGroups({
    models: modelsOf(body, defaultModel),
    allowedModels: key.models,
    fieldOf: (id) => fieldOf(id, body),
  });
  // Of `parlance/auto` the first of the models that it chooses among.
  const [{ tokenizer }] = groups.flatMap(({ models }) => models) as [Model];
  const words = await countCall(body, tokenizer, { owner: userId, signal });
  return Math.ceil((words + needs.mediaTokens) * tokenMargin(tokenizer));
}

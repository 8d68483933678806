import { expect, it } from 'vitest';
import { dialectOf } from '#app/contracts/providers.ts';
import { rulesOf as claudeRules } from '#app/core/providers/anthropic/model-rules.ts';
import { rulesOf as geminiRules } from '#app/core/providers/google/model-rules.ts';
import { SEED_MODELS } from '#db/seed/data/models.ts';

const RULES = { anthropic: claudeRules, google: geminiRules } as const;

const offers = SEED_MODELS.filter(({ endpoint }) => endpoint !== null).flatMap((model) =>
  model.offers.flatMap(({ provider, upstream, dialect }) => {
    const spoken = dialect ?? dialectOf(provider);
    const name = upstream ?? model.id.slice(model.id.indexOf('/') + 1);
    return spoken === 'anthropic' || spoken === 'google' ? [{ model, name, spoken } as const] : [];
  }),
);

it('the catalogue lists for every Claude and Gemini the parameters that its adapter omits', () => {
  expect(offers.length).toBeGreaterThan(8);
  const wrong = offers.filter(({ model, name, spoken }) => {
    const { temperature, top_p: topP, top_k: topK } = model.parameters ?? {};
    const isRefused = [temperature, topP, topK].every((one) => one === false);
    return isRefused === RULES[spoken](name).sampling;
  });
  expect(wrong.map(({ model, name }) => `${model.id} as ${name}`)).toEqual([]);
});

it('the catalogue lists for every Claude with samplers which of them is omitted', () => {
  const silent = offers.filter(
    ({ model: { parameters }, spoken }) =>
      spoken === 'anthropic' &&
      parameters?.top_p !== false &&
      parameters?.top_p?.yieldsTo?.includes('temperature') !== true,
  );
  expect(silent.map(({ model }) => model.id)).toEqual([]);
});

import { BREAKS, PLAIN, REFUSALS, type Scenario } from './scenario.ts';

/** Models for people: their speed, and whether they show reasoning. */
const SCENARIOS: Record<string, Partial<Scenario>> = {
  'sandbox-ok': {},
  'sandbox-small': { pace: 10 },
  'sandbox-large': { pace: 25, delay: 300 },
  'sandbox-thinking': {
    pace: 15,
    thinking:
      'The question has a plain core. First I settle what is really being asked, then what has to be true for an answer to help, and only then how to say it. A short structure with one example will do.',
  },
  // An adapter of Anthropic's wire distinguishes the older kind of models from the newer by these names.
  'sandbox-haiku-4-5': { pace: 10 },
  'sandbox-opus-5-5': {
    pace: 15,
    thinking: 'What would help here is a clear order: the point first, the reason next, an example last.',
  },
  'sandbox-fast': { pace: 0 },
  'sandbox-slow': { pace: 200 },
  'sandbox-quiet': { usage: 'missing' },
  'gemini-2.5-flash-sandbox': { pace: 10 },
  'gemini-3.8-flash-sandbox': {
    pace: 15,
    thinking: 'First the question behind the question, then the shortest answer that is still true.',
  },
  // An adapter recognizes the supported parameters by such a name.
  'gpt-image-1-sandbox': {},
  'sandbox-video': { pace: 0 },
};

/** Models that make images and videos -> the number of paces that they work. */
const WORK: Record<string, number> = { 'gpt-image-1-sandbox': 125, 'sandbox-video': 500 };

/** One model for each fault: `sandbox-cut`, `sandbox-429`, ... */
const FAULTY = Object.fromEntries([...REFUSALS, ...BREAKS].map((fault) => [`sandbox-${fault}`, { fault }]));

const MODELS: Record<string, Partial<Scenario>> = { ...SCENARIOS, ...FAULTY };

export const MODEL_NAMES: readonly string[] = Object.keys(MODELS);

/** Embedding models, with the length of a vector that is not shortened. */
export const EMBEDDING_MODELS: ReadonlyMap<string, number> = new Map([
  ['sandbox-embedding', 256],
  ['sandbox-embedding-large', 3072],
]);

/**
 * The scenario of a model's name, or null for a model that the sandbox does not have.
 * @param pace milliseconds between chunks if the model has no pace of its own; the unit of its work
 */
export function scenarioOfModel(model: string, pace: number): Scenario | null {
  if (!Object.hasOwn(MODELS, model)) return null;
  return { ...PLAIN, pace, delay: (WORK[model] ?? 0) * pace, ...MODELS[model] };
}

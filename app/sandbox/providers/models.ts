import { BREAKS, PLAIN, REFUSALS, type Scenario } from './scenario.ts';

/** Models for people: how fast they speak, and whether they think aloud. */
const SCENARIOS: Record<string, Partial<Scenario>> = {
  'sandbox-ok': {},
  'sandbox-small': { pace: 10 },
  'sandbox-large': { pace: 25, delay: 300 },
  'sandbox-thinking': {
    pace: 15,
    thinking:
      'The question has a plain core. First I settle what is really being asked, then what has to be true for an answer to help, and only then how to say it. A short structure with one example will do.',
  },
  // By these names an adapter of Anthropic's wire tells the older kind of models from the newer.
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
  // By such a name an adapter knows what it may ask for.
  'gpt-image-1-sandbox': {},
  'sandbox-video': { pace: 0 },
};

/** Models that make pictures and videos -> how many paces they work. */
const WORK: Record<string, number> = { 'gpt-image-1-sandbox': 125, 'sandbox-video': 500 };

/** One model for each fault: `sandbox-cut`, `sandbox-429`, ... */
const FAULTY = Object.fromEntries([...REFUSALS, ...BREAKS].map((fault) => [`sandbox-${fault}`, { fault }]));

const MODELS: Record<string, Partial<Scenario>> = { ...SCENARIOS, ...FAULTY };

export const MODEL_NAMES: readonly string[] = Object.keys(MODELS);

/** Models that make vectors, with the length of a vector that nobody shortened. */
export const EMBEDDING_MODELS: ReadonlyMap<string, number> = new Map([
  ['sandbox-embedding', 256],
  ['sandbox-embedding-large', 3072],
]);

/**
 * The scenario that a model's name stands for, or null for a model that the sandbox does not have.
 * @param pace milliseconds between chunks where the model has no pace of its own; the measure of its work
 */
export function scenarioOfModel(model: string, pace: number): Scenario | null {
  if (!Object.hasOwn(MODELS, model)) return null;
  return { ...PLAIN, pace, delay: (WORK[model] ?? 0) * pace, ...MODELS[model] };
}

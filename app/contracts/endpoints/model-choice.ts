import { ENDPOINTS, factsOf, type Endpoint } from './table.ts';

/** Writes a model and the endpoint that answers with it as one name: `azureOpenAI:openai/gpt-4o`. */
export function writeModelChoice(endpoint: Endpoint, model: string): string {
  return `${endpoint}:${model}`;
}

/**
 * A model in a menu: its choice and its name there, which mentions the endpoint if that is not the model's
 * own.
 */
export function menuChoice(
  endpoint: Endpoint,
  model: { id: string; name: string; endpoint: Endpoint },
): { id: string; name: string } {
  if (endpoint === model.endpoint) return { id: model.id, name: model.name };
  const label = factsOf(endpoint)?.label ?? endpoint;
  return { id: writeModelChoice(endpoint, model.id), name: `${model.name} · ${label}` };
}

/**
 * The choice of a stored model; the model's own endpoint answers if the stored one is not served any more.
 */
export function choiceOf({ endpoint, model }: { endpoint: string | null; model: string }): string {
  return factsOf(endpoint) ? writeModelChoice(endpoint as Endpoint, model) : model;
}

/**
 * Reads a choice. Without an endpoint prefix it is the id of a model, and the model's own endpoint applies.
 */
export function readModelChoice(choice: string): { endpoint?: Endpoint; model: string } {
  const endpoint = ENDPOINTS.find((one) => choice.startsWith(`${one}:`));
  return endpoint ? { endpoint, model: choice.slice(endpoint.length + 1) } : { model: choice };
}

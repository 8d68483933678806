import { ENDPOINTS, factsOf, type Endpoint } from './table.ts';

/** A model as an endpoint answers with it, under one name: `azureOpenAI:openai/gpt-4o`. */
export function writeModelChoice(endpoint: Endpoint, model: string): string {
  return `${endpoint}:${model}`;
}

/** A model in a menu: what chooses it, and its name there, which tells the endpoint where that is not the model's own. */
export function menuChoice(
  endpoint: Endpoint,
  model: { id: string; name: string; endpoint: Endpoint },
): { id: string; name: string } {
  if (endpoint === model.endpoint) return { id: model.id, name: model.name };
  const label = factsOf(endpoint)?.label ?? endpoint;
  return { id: writeModelChoice(endpoint, model.id), name: `${model.name} · ${label}` };
}

/** What chooses a stored model again; the model's own endpoint answers where the stored one is not served any more. */
export function choiceOf({ endpoint, model }: { endpoint: string | null; model: string }): string {
  return factsOf(endpoint) ? writeModelChoice(endpoint as Endpoint, model) : model;
}

/** Reads one. Without an endpoint in front it is the id of a model, and the endpoint is the one that the model is of. */
export function readModelChoice(choice: string): { endpoint?: Endpoint; model: string } {
  const endpoint = ENDPOINTS.find((one) => choice.startsWith(`${one}:`));
  return endpoint ? { endpoint, model: choice.slice(endpoint.length + 1) } : { model: choice };
}

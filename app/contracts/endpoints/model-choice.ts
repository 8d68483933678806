import { ENDPOINTS, type Endpoint } from './table.ts';

/** A model as an endpoint answers with it, under one name: `azureOpenAI:openai/gpt-4o`. */
export function writeModelChoice(endpoint: Endpoint, model: string): string {
  return `${endpoint}:${model}`;
}

/** Reads one. Without an endpoint in front it is the id of a model, and the endpoint is the one that the model is of. */
export function readModelChoice(choice: string): { endpoint?: Endpoint; model: string } {
  const endpoint = ENDPOINTS.find((one) => choice.startsWith(`${one}:`));
  return endpoint ? { endpoint, model: choice.slice(endpoint.length + 1) } : { model: choice };
}

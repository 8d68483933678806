import { anthropicAdapter } from './anthropic/index.ts';
import type { ProviderAdapter, VectorRequest } from './contract.ts';
import { openAiEmbeddings } from './openai/embeddings/embeddings.ts';
import { openAiAdapter } from './openai/index.ts';
import { CHAT_WIRES, wireOf, type ChatWire } from '#app/contracts/providers.ts';

/** Wire -> who speaks it. Many providers share an adapter. */
const ADAPTERS: Readonly<Record<ChatWire, ProviderAdapter>> = {
  openai: openAiAdapter,
  anthropic: anthropicAdapter,
};

/** The adapter that converses with a provider of the catalogue, or null when none does. */
export function adapterFor(provider: string): ProviderAdapter | null {
  const wire = wireOf(provider);
  const served = CHAT_WIRES.find((one) => one === wire);
  return served ? ADAPTERS[served] : null;
}

/** The adapter that gets vectors from a provider of the catalogue, or null when none does. */
export function embedderFor(provider: string): ProviderAdapter<VectorRequest> | null {
  return wireOf(provider) === 'openai' ? openAiEmbeddings : null;
}

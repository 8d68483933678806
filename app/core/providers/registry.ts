import { anthropicAdapter } from './anthropic/index.ts';
import type { ProviderAdapter, VectorRequest } from './contract.ts';
import { openAiEmbeddings } from './openai/embeddings/embeddings.ts';
import { openAiAdapter } from './openai/index.ts';
import { CHAT_DIALECTS, dialectOf, type ChatDialect } from '#app/contracts/providers.ts';

/** Dialect -> who speaks it. Many providers share an adapter. */
const ADAPTERS: Readonly<Record<ChatDialect, ProviderAdapter>> = {
  openai: openAiAdapter,
  anthropic: anthropicAdapter,
};

/** The adapter that converses with a provider of the catalogue, or null when none does. */
export function adapterFor(provider: string): ProviderAdapter | null {
  const dialect = dialectOf(provider);
  const served = CHAT_DIALECTS.find((one) => one === dialect);
  return served ? ADAPTERS[served] : null;
}

/** The adapter that gets vectors from a provider of the catalogue, or null when none does. */
export function embedderFor(provider: string): ProviderAdapter<VectorRequest> | null {
  return dialectOf(provider) === 'openai' ? openAiEmbeddings : null;
}

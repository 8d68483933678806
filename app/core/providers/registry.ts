import { completeAdapter } from './anthropic/complete/index.ts';
import { anthropicAdapter } from './anthropic/index.ts';
import { azureAdapter, azureEmbeddings } from './openai/azure/index.ts';
import { bingAdapter } from './bing/index.ts';
import { chatgptAdapter } from './chatgpt/index.ts';
import type { ProviderAdapter, VectorRequest } from './contract.ts';
import { googleAdapter } from './google/index.ts';
import { palmAdapter } from './google/palm/index.ts';
import { openAiEmbeddings } from './openai/embeddings.ts';
import { openAiAdapter } from './openai/index.ts';
import { compatibleAddress } from './shared/google-address.ts';
import { CHAT_DIALECTS, type ChatDialect, type Dialect } from '#app/contracts/catalogue/dialects.ts';
import { dialectOf } from '#app/contracts/providers.ts';

/** Dialect -> adapter. Many providers share an adapter. */
const ADAPTERS: Readonly<Record<ChatDialect, ProviderAdapter>> = {
  openai: openAiAdapter,
  azure: azureAdapter,
  anthropic: anthropicAdapter,
  'anthropic-complete': completeAdapter,
  google: googleAdapter,
  palm: palmAdapter,
  bing: bingAdapter,
  chatgpt: chatgptAdapter,
};

/** Google serves embeddings in OpenAI's format, at an address beside its own. */
const googleEmbeddings: ProviderAdapter<VectorRequest> = {
  id: 'google-embeddings',
  stream(request, context) {
    const { credentials } = context;
    const baseUrl = compatibleAddress(credentials.baseUrl);
    return openAiEmbeddings.stream(request, { ...context, credentials: { ...credentials, baseUrl } });
  },
};

const EMBEDDERS: Readonly<Partial<Record<Dialect, ProviderAdapter<VectorRequest>>>> = {
  openai: openAiEmbeddings,
  azure: azureEmbeddings,
  google: googleEmbeddings,
};

/** The chat adapter for a provider of the catalogue, or null if there is none. */
export function adapterFor(provider: string): ProviderAdapter | null {
  const dialect = dialectOf(provider);
  const served = CHAT_DIALECTS.find((one) => one === dialect);
  return served ? ADAPTERS[served] : null;
}

/** The embedding adapter for a provider of the catalogue, or null if there is none. */
export function embedderFor(provider: string): ProviderAdapter<VectorRequest> | null {
  const dialect = dialectOf(provider);
  return (dialect && EMBEDDERS[dialect]) ?? null;
}

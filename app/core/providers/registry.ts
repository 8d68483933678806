import { dialectOf } from '#app/contracts/providers.ts';
import type { ProviderAdapter, VectorRequest } from './contract.ts';
import { PROVIDER_LIST, providerOf } from './list.ts';
import type { BorrowedEmbeddings, Provider } from './provider.ts';

type Embedder = ProviderAdapter<VectorRequest>;

/** Dialect -> embedding adapter. */
const EMBEDDERS = new Map(PROVIDER_LIST.map((one) => [one.dialect, embedderOf(one)]));

/** The chat adapter for a provider of the catalogue, or null if there is none. */
export function adapterFor(provider: string): ProviderAdapter | null {
  return providerOf(dialectOf(provider))?.chat ?? null;
}

/** The embedding adapter for a provider of the catalogue, or null if there is none. */
export function embedderFor(provider: string): Embedder | null {
  const dialect = dialectOf(provider);
  return (dialect && EMBEDDERS.get(dialect)) ?? null;
}

function embedderOf({ dialect, embed }: Provider): Embedder | null {
  if (!embed) return null;
  return 'over' in embed ? borrowed(dialect, embed) : embed;
}

function borrowed(dialect: string, { over, addressFor }: BorrowedEmbeddings): Embedder {
  const lender = providerOf(over);
  const embedder = lender && embedderOf(lender);
  if (!embedder) throw new Error(`${over} has no vectors for ${dialect}`);
  return {
    id: `${dialect}-embeddings`,
    stream(request, context) {
      const { credentials } = context;
      const baseUrl = addressFor(credentials.baseUrl);
      return embedder.stream(request, { ...context, credentials: { ...credentials, baseUrl } });
    },
  };
}

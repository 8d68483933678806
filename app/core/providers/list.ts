import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { completeProvider } from './anthropic/complete/index.ts';
import { anthropicProvider } from './anthropic/index.ts';
import { bflProvider } from './bfl/index.ts';
import { bingProvider } from './bing/index.ts';
import { chatgptProvider } from './chatgpt/index.ts';
import { falProvider } from './fal/index.ts';
import { googleProvider } from './google/index.ts';
import { palmProvider } from './google/palm/index.ts';
import { klingProvider } from './kling/index.ts';
import { lumaProvider } from './luma/index.ts';
import { minimaxProvider } from './minimax/index.ts';
import { azureProvider } from './openai/azure/index.ts';
import { openAiEmbeddingsProvider } from './openai/embeddings.ts';
import { openAiImagesProvider } from './openai/images/index.ts';
import { openAiProvider } from './openai/index.ts';
import { openAiVideosProvider } from './openai/videos/index.ts';
import { replicateProvider } from './replicate/index.ts';
import { runwayProvider } from './runway/index.ts';
import { stabilityProvider } from './stability/index.ts';
import type { Provider } from './provider.ts';

/** Every dialect that an adapter speaks. All tables of the server are derived from this list. */
export const PROVIDER_LIST: readonly Provider[] = [
  openAiProvider,
  openAiEmbeddingsProvider,
  openAiImagesProvider,
  openAiVideosProvider,
  azureProvider,
  anthropicProvider,
  completeProvider,
  googleProvider,
  palmProvider,
  bingProvider,
  chatgptProvider,
  minimaxProvider,
  falProvider,
  bflProvider,
  replicateProvider,
  stabilityProvider,
  runwayProvider,
  klingProvider,
  lumaProvider,
];

const BY_DIALECT = new Map<Dialect | null, Provider>(PROVIDER_LIST.map((one) => [one.dialect, one]));

/** The provider that speaks a dialect; undefined if no adapter does. */
export function providerOf(dialect: Dialect | null): Provider | undefined {
  return BY_DIALECT.get(dialect);
}

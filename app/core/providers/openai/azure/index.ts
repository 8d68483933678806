import { embeddingAdapter } from '#app/core/providers/openai/embeddings/embeddings.ts';
import { chatAdapter } from '#app/core/providers/openai/index.ts';
import { askAzure } from './ask.ts';

/** OpenAI's models, and others, as Azure deploys them: the maker's requests and answers, at addresses of Azure's own. */
export const azureAdapter = chatAdapter('azure', askAzure);

export const azureEmbeddings = embeddingAdapter('azure-embeddings', askAzure);

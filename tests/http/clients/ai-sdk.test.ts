import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describeClient } from './suite.ts';
import { statusOfAiSdk, withAiSdk } from './with-ai-sdk.ts';

describeClient({
  name: 'AI SDK',
  connect({ model, vectors, ...settings }) {
    const hub = createOpenAICompatible({
      name: 'hub',
      ...settings,
      includeUsage: true,
      supportsStructuredOutputs: true,
    });
    return withAiSdk(hub.chatModel(model), hub.embeddingModel(vectors));
  },
  statusOf: statusOfAiSdk,
  triesOfLimited: 3,
});

import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { describeClient } from './suite.ts';
import { statusOfAiSdk, withAiSdk } from './with-ai-sdk.ts';

describeClient({
  name: 'OpenRouter',
  connect({ model, vectors, ...settings }) {
    const hub = createOpenRouter({ ...settings, compatibility: 'strict' });
    return withAiSdk(hub.chat(model, { usage: { include: true } }), hub.textEmbeddingModel(vectors));
  },
  statusOf: statusOfAiSdk,
  triesOfLimited: 3,
});

import { createOpenAI } from '@ai-sdk/openai';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';
import { describeClient } from './suite.ts';
import { statusOfAiSdk, withAiSdk } from './with-ai-sdk.ts';

describeClient({
  name: 'AI SDK, Responses',
  connect({ model, vectors, ...settings }) {
    const hub = createOpenAI(settings);
    // It reads summaries of reasoning, and requests them for models that it knows to reason.
    const openai = { reasoningSummary: 'auto', forceReasoning: true };
    const middleware = defaultSettingsMiddleware({ settings: { providerOptions: { openai } } });
    return withAiSdk(wrapLanguageModel({ model: hub(model), middleware }), hub.embeddingModel(vectors));
  },
  statusOf: statusOfAiSdk,
  triesOfLimited: 3,
});

import { createOpenAI } from '@ai-sdk/openai';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';
import { describeClient } from './suite.ts';
import { statusOfAiSdk, withAiSdk } from './with-ai-sdk.ts';

describeClient({
  name: 'AI SDK, Responses',
  connect({ model, vectors, ...settings }) {
    const hub = createOpenAI(settings);
    // Of thoughts it reads summaries, and asks for them where it knows that a model thinks.
    const openai = { reasoningSummary: 'auto', forceReasoning: true };
    const middleware = defaultSettingsMiddleware({ settings: { providerOptions: { openai } } });
    return withAiSdk(wrapLanguageModel({ model: hub(model), middleware }), hub.embeddingModel(vectors));
  },
  statusOf: statusOfAiSdk,
  triesOfLimited: 3,
});

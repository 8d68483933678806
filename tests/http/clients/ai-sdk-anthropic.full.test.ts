import { createAnthropic } from '@ai-sdk/anthropic';
import { describeClient } from './suite.ts';
import { statusOfAiSdk, withAiSdk } from './with-ai-sdk.ts';

describeClient({
  name: 'AI SDK, Anthropic',
  connect({ model, vectors: _none, ...settings }) {
    return withAiSdk(createAnthropic(settings)(model));
  },
  statusOf: statusOfAiSdk,
  triesOfLimited: 3,
});

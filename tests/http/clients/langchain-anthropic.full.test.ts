import { ChatAnthropic } from '@langchain/anthropic';
import { PLACE, type Client, type Settings } from './client.ts';
import { describeClient } from './suite.ts';
import { statusOfLangChain, withChatModel } from './with-langchain.ts';

describeClient({
  name: 'LangChain, Anthropic',
  connect,
  statusOf: statusOfLangChain,
  triesOfLimited: 1,
  readsFirstUsage: true,
});

function connect({ model, apiKey, baseURL, fetch }: Settings): Client {
  const chat = () =>
    new ChatAnthropic({
      model,
      apiKey,
      maxTokens: 4000,
      maxRetries: 2,
      anthropicApiUrl: baseURL.replace(/\/v1$/, ''),
      clientOptions: { fetch },
    });
  return {
    ...withChatModel(chat),
    object: (prompt) => chat().withStructuredOutput(PLACE).invoke(prompt),
  };
}

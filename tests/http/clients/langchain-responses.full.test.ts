import { describeClient } from './suite.ts';
import { statusOfLangChain, withLangChain } from './with-langchain.ts';

describeClient({
  name: 'LangChain, Responses',
  connect: (settings) => {
    const { choices: _several, ...client } = withLangChain(settings, { useResponsesApi: true });
    return client;
  },
  statusOf: statusOfLangChain,
  // It reads the long pause, and gives up.
  triesOfLimited: 1,
});

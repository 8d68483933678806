import { describeClient } from './suite.ts';
import { statusOfLangChain, withLangChain } from './with-langchain.ts';

describeClient({
  name: 'LangChain',
  connect: (settings) => withLangChain(settings),
  statusOf: statusOfLangChain,
  // It reads the long pause, and gives up.
  triesOfLimited: 1,
});

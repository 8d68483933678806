import { OpenAIChatCompletionsModel } from '@openai/agents-openai';
import { describeClient } from './suite.ts';
import { statusOfAgents, withAgents } from './with-agents.ts';

describeClient({
  name: 'OpenAI agents',
  connect: (settings) =>
    withAgents(settings, (client, model) => new OpenAIChatCompletionsModel(client, model)),
  statusOf: statusOfAgents,
  triesOfLimited: 1,
});

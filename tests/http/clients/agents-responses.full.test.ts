import { OpenAIResponsesModel } from '@openai/agents-openai';
import { describeClient } from './suite.ts';
import { statusOfAgents, withAgents } from './with-agents.ts';

describeClient({
  name: 'OpenAI agents, Responses',
  connect: (settings) => withAgents(settings, (client, model) => new OpenAIResponsesModel(client, model)),
  statusOf: statusOfAgents,
  triesOfLimited: 1,
});

import { AUTO_MODEL } from '#app/contracts/models.ts';
import { chatRequest, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import type { SampleName } from './sample-route.ts';

/** A call as somebody might make it. */
export interface SampleCall {
  body: ChatRequest;
  /** Tokens of what comes with the prompt, and is not written out here. */
  attachedTokens: number;
}

const NOTHING = { type: 'object', properties: {} };
const named = (name: string) => ({ type: 'function', function: { name, parameters: NOTHING } });

/** What each sample asks for beside its words. */
const MORE: Record<SampleName, { attachedTokens: number; body: object }> = {
  question: { attachedTokens: 0, body: { max_tokens: 200 } },
  tools: {
    attachedTokens: 0,
    body: {
      max_tokens: 1000,
      tools: [named('find_orders'), named('write_to_customer')],
      response_format: { type: 'json_object' },
    },
  },
  report: { attachedTokens: 150_000, body: { max_tokens: 2000 } },
};

/** A sample in a language: its prompt as the page shows it there is what is counted. */
export function sampleCall(name: SampleName, language: string): SampleCall {
  const t = translate(language, 'landing');
  const { attachedTokens, body } = MORE[name];
  const messages = [{ role: 'user', content: t(`routing.${name}.prompt`) }];
  return { attachedTokens, body: chatRequest.parse({ model: AUTO_MODEL, messages, ...body }) };
}

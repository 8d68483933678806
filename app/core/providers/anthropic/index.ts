import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { answerLimit } from '#app/core/providers/shared/answer.ts';
import { textToolsOf } from '#app/core/providers/shared/text-tools.ts';
import { callerNames } from '#app/core/providers/shared/tool-calls.ts';
import { CONTINUE_TOKENS } from '#app/core/providers/shared/prompt.ts';
import type { Provider } from '#app/core/providers/provider.ts';
import type { ProviderAdapter } from '../contract.ts';
import { openCall } from '../shared/open-call.ts';
import { readReply } from '../shared/read-reply.ts';
import { MessageReader } from './events.ts';
import { toProviderError } from './failure.ts';
import { CLAUDE_CALLS } from './model-rules.ts';
import { ANTHROPIC_OPTIONS, omittedByClaude } from './options.ts';
import { toWireRequest } from './request.ts';

/**
 * The newest version, 2026-10-21, refuses temperature, top_p and top_k for every model. This one is still
 * served, accepts them where the model does, and is the one that other providers of the wire support.
 */
const WIRE_VERSION = '2023-06-01';

/** Anthropic, and other providers of its Messages API, by base URL (with or without its `/v1`) and key. */
export const anthropicAdapter: ProviderAdapter = {
  id: 'anthropic',
  stream(request, context) {
    const { signal, credentials } = context;
    const secrets = [credentials.apiKey];
    const reader = new MessageReader(
      secrets,
      textToolsOf(request.options),
      callerNames(request.options, CLAUDE_CALLS),
    );
    const open = () =>
      openCall(
        {
          url: messagesUrl(credentials.baseUrl),
          headers: { 'x-api-key': credentials.apiKey, 'anthropic-version': WIRE_VERSION },
          json: toWireRequest(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        },
        context,
      );
    return readReply(open, reader, { signal, limit: answerLimit(request) });
  },
};

function messagesUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${trimEnd(url.pathname, '/').replace(/\/v1$/, '')}/v1/messages`;
  return url;
}

/** Tools and a response format are each explained in up to so many tokens. */
const EXPLANATION = 1_024;

export const anthropicProvider: Provider = {
  dialect: 'anthropic',
  chat: anthropicAdapter,
  options: { supported: ANTHROPIC_OPTIONS, omitted: omittedByClaude },
  tokens: {
    /**
     * The request to answer in JSON only; the maker's servers explain tools in up to 804 tokens (its table,
     * Opus 4.7) and the response format in a few hundred.
     */
    max: ({ tools, hasForm }) =>
      CONTINUE_TOKENS + (tools > 0 ? EXPLANATION : 0) + (hasForm ? EXPLANATION : 0),
    /**
     * A text before a prompt with tools. The value is the minimum among the models (the maker's table, Claude
     * Haiku 4.5): others take up to 216 tokens more, which the operator bears when the provider sends no usage.
     */
    minForTools: (choice) => (choice === undefined || choice === 'auto' || choice === 'none' ? 496 : 588),
  },
};

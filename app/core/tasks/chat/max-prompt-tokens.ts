import { messageText, type PromptMessage } from '#app/contracts/completion.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { tokenMargin } from '#app/core/catalogue/tokens/count-tokens.ts';
import { maxTokensOf, spreadText, type TextSpread } from '#app/core/catalogue/tokens/max-tokens.ts';
import { maxAddedTokens, tokenizerFamily } from '#app/core/catalogue/tokens/tokenizers.ts';
import { maxAddedByDialect } from '#app/core/providers/dialect-options.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import type { CallWeight } from './call-weight.ts';
import { maxMediaTokens } from './media-weight.ts';

interface Weighed {
  body: ChatRequest;
  needs: CallWeight;
  /** The spread of all text that is sent; called only for a tokenizer that we do not have. */
  spread(): TextSpread;
}

/** The maximum that the provider of an offer can bill for a prompt, in tokens: the hold covers it. */
export function maxPromptTokens(offer: RoutedOffer, { body, needs, spread }: Weighed): number {
  const { promptTokens, contextTokens, model } = offer;
  const { tokenizer } = model;
  const counted = promptTokens - needs.mediaTokens * tokenMargin(tokenizer);
  const words = tokenizerFamily(tokenizer).isOwn
    ? Math.ceil(counted)
    : maxTokensOf(spread(), counted, tokenizer);
  const tools = (body.tools?.length ?? 0) + (body.functions?.length ?? 0);
  const results = body.messages.filter(({ role }) => role === 'tool').length;
  const hasForm = body.response_format !== undefined && body.response_format.type !== 'text';
  const added =
    maxAddedTokens(tokenizer, { turns: body.messages.length, tools, hasForm }) +
    maxAddedByDialect(offer, { tools, hasForm, results, turns: body.messages.length }) +
    REPLACED_NAME * renamedCalls(body);
  // A provider refuses text that its window does not hold, and bills nothing; some bill images in addition to
  // it.
  return Math.min(contextTokens, words + added) + maxMediaTokens(needs.media, model.id, contextTokens);
}

/** A name or an id that a dialect refuses is replaced by another, of which each letter may be a token. */
const REPLACED_NAME = 40;

const ANY_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
const ANY_ID = /^[a-zA-Z0-9_-]{1,40}$/;

/** Number of tool names and call ids that some dialect may refuse. */
function renamedCalls({ tools = [], messages }: Pick<ChatRequest, 'tools' | 'messages'>): number {
  const isOddName = (one: { type: string; function?: { name: string }; custom?: { name: string } }) =>
    !ANY_NAME.test((one.function ?? one.custom)?.name ?? '');
  let renamed = tools.filter(isOddName).length;
  for (const message of messages) {
    if (message.role === 'tool' && !ANY_ID.test(message.tool_call_id)) renamed += 1;
    if (message.role !== 'assistant') continue;
    for (const call of message.tool_calls ?? [])
      renamed += Number(isOddName(call)) + Number(!ANY_ID.test(call.id));
  }
  return renamed;
}

/** The spread of all text of a call. */
export function spreadCall({ messages, tools, functions, response_format: form }: ChatRequest): TextSpread {
  const spread = { letters: 0, others: 0 };
  for (const message of messages) spreadText(messageText(message as PromptMessage), spread);
  for (const part of [tools, functions, form]) if (part) spreadText(JSON.stringify(part), spread);
  return spread;
}

import type { ChatDialect } from '#app/contracts/catalogue/dialects.ts';
import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { toCompletion } from '#app/core/providers/anthropic/complete/index.ts';
import { readUsage as readMessageUsage } from '#app/core/providers/anthropic/events.ts';
import { rulesOf } from '#app/core/providers/anthropic/model-rules.ts';
import { toWireRequest as toMessages } from '#app/core/providers/anthropic/request.ts';
import { toQuestion, toQuestionText } from '#app/core/providers/bing/request.ts';
import { toConversation } from '#app/core/providers/chatgpt/index.ts';
import { ProviderError, type ProviderRequest } from '#app/core/providers/contract.ts';
import { rulesOf as geminiRulesOf } from '#app/core/providers/google/model-rules.ts';
import { toPrediction } from '#app/core/providers/google/palm/index.ts';
import { toWireRequest as toGenerate } from '#app/core/providers/google/request.ts';
import { toWireRequest as toChat } from '#app/core/providers/openai/request.ts';
import { targetOf } from '#app/core/providers/openai/target.ts';
import { readUsage as readChatUsage } from '#app/core/providers/openai/wire.ts';
import { readGoogleUsage } from '#app/core/providers/google/usage.ts';
import { asChat } from '#app/sandbox/providers/anthropic/as-chat.ts';
import {
  completionAsChat,
  readCompletionRequest,
} from '#app/sandbox/providers/anthropic/complete/request.ts';
import { readMessageRequest } from '#app/sandbox/providers/anthropic/messages.ts';
import { composeMessage } from '#app/sandbox/providers/anthropic/reply.ts';
import { questionAsChat, readQuestion } from '#app/sandbox/providers/bing/question.ts';
import { conversationAsChat, readConversationRequest } from '#app/sandbox/providers/chatgpt/request.ts';
import { asChat as generateAsChat } from '#app/sandbox/providers/google/as-chat.ts';
import { predictionAsChat, readPredictionRequest } from '#app/sandbox/providers/google/palm/request.ts';
import { composeAnswer } from '#app/sandbox/providers/google/reply.ts';
import { OLDER_MODEL } from '#app/sandbox/providers/google/rules.ts';
import { readGenerateRequest } from '#app/sandbox/providers/google/validate.ts';
import { imageTokensOf } from '#app/sandbox/providers/makers-image-tokens.ts';
import { composeReply } from '#app/sandbox/providers/openai/reply.ts';
import { readChatRequest } from '#app/sandbox/providers/openai/validate.ts';
import { PLAIN, type Scenario, type TokenizerName } from '#app/sandbox/providers/scenario.ts';
import { TOKENIZERS } from '#app/sandbox/providers/tokens.ts';
import type { SeedRoute } from './offers.ts';

export interface BilledCall {
  messages: readonly PromptMessage[];
  options: CompletionOptions;
  maxOutputTokens: number;
}

/** The longest answer that its limit allows, in hidden tokens. */
const LONGEST = 10_000_000;
/** Tokens that templates and instructions of servers add, at most, as far as known. */
const ADDED = { greeting: { grok: 700 } as Record<string, number>, usual: 110, turn: 4, tools: 350 };

/**
 * The bill of the double of an offer's provider for a call as our adapter sends it, by the maker's rules.
 * @param tokenizer of its maker
 * @returns null for a call that it refuses, which is free
 */
export function billOf(route: SeedRoute, asked: BilledCall, tokenizer: TokenizerName): TokenUsage | null {
  const { offer, dialect } = route;
  const request = { ...asked, model: offer.upstreamModel, delivery: 'whole' } as ProviderRequest;
  const scenario: Scenario = { ...PLAIN, tokenizer, hidden: LONGEST, text: '' };
  const given = { scenario, question: '', number: 1, memory: { pace: 0, seen: new Map() } };
  try {
    const usage = BILLS[dialect as ChatDialect](route, request, given);
    if (!usage) return null;
    // Pages are images and text of a number that only the context window limits.
    if (partsOf(asked.messages, 'file').some((part) => JSON.stringify(part).includes('application/pdf')))
      return { ...usage, promptTokens: offer.contextTokens };
    return usage.promptTokens > offer.contextTokens ? null : usage;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

type Given = Parameters<typeof composeReply>[1];

const BILLS: Record<
  ChatDialect,
  (route: SeedRoute, request: ProviderRequest, given: Given) => TokenUsage | null
> = {
  openai: billChat,
  azure: billChat,
  anthropic: (_route, request, given) => billMessage(request, given),
  'anthropic-complete': (_route, request, given) => billCompletion(request, given),
  google: billGenerate,
  palm: (_route, request, given) => billPrediction(request, given),
  bing: (_route, request, given) => billQuestion(request, given),
  chatgpt: (_route, request, given) => billConversation(request, given),
};

/** Its servers' templates add to the prompt, as those of others do. */
function billGenerate({ offer }: SeedRoute, request: ProviderRequest, given: Given): TokenUsage | null {
  // The double distinguishes older from newer models by these names; their images are billed differently.
  const model = geminiRulesOf(request.model).wantsSignatures ? 'gemini-3.8-flash-sandbox' : OLDER_MODEL;
  const { generationConfig: config, ...wire } = toGenerate(request);
  const { thinkingConfig: thinking } = config ?? {};
  // Its newer model does not support this level, as earlier ones do.
  const kept = thinking?.thinkingLevel === 'MINIMAL' ? { ...thinking, thinkingLevel: 'LOW' } : thinking;
  const asked = { ...wire, generationConfig: { ...config, thinkingConfig: kept } };
  const read = readGenerateRequest(plain(asked), model);
  if ('code' in read) return null;
  const { usage } = composeAnswer(read, generateAsChat(read, model), given);
  const promptTokenCount = usage.promptTokenCount + addedBy(offer, request);
  return readGoogleUsage({ ...usage, promptTokenCount });
}

function billPrediction(request: ProviderRequest, given: Given): TokenUsage | null {
  const read = readPredictionRequest(plain(toPrediction(request)), request.model);
  if ('code' in read) return null;
  const { usage } = composeReply(predictionAsChat(read, request.model), given);
  return {
    promptTokens: usage.prompt_tokens,
    cachedTokens: 0,
    completionTokens: usage.completion_tokens,
    reasoningTokens: 0,
  };
}

/** The wire reports no usage; a server that bills by it counts the one text of the request. */
function billCompletion(request: ProviderRequest, given: Given): TokenUsage | null {
  const read = readCompletionRequest(plain(toCompletion(request)));
  if ('status' in read) return null;
  const { usage } = composeReply(completionAsChat(read), given);
  return counted(read.prompt, usage.completion_tokens, given);
}

/** As with text completions: the conversation is one question, with context beside it. We end the answer. */
function billQuestion(request: ProviderRequest, given: Given): TokenUsage | null {
  const conversation = { id: 'c', clientId: 'd', signature: 's', isEncrypted: true };
  const asked = readQuestion(plain(toQuestion(toQuestionText(request), request.options, conversation)));
  if (!asked) return null;
  const { usage } = composeReply(questionAsChat(asked), given);
  const said = [...(asked.previousMessages ?? []).map(({ description }) => description), asked.message.text];
  return counted(said.join('\n'), Math.min(usage.completion_tokens, request.maxOutputTokens), given);
}

function billConversation(request: ProviderRequest, given: Given): TokenUsage | null {
  const read = readConversationRequest(plain(toConversation(request)));
  if ('complaint' in read) return null;
  const { usage } = composeReply(conversationAsChat(read), given);
  const words = read.messages[0]?.content.parts[0] ?? '';
  return counted(words, Math.min(usage.completion_tokens, request.maxOutputTokens), given);
}

function counted(prompt: string, completionTokens: number, { scenario }: Given): TokenUsage {
  const promptTokens = TOKENIZERS[scenario.tokenizer].count(prompt);
  return { promptTokens, cachedTokens: 0, completionTokens, reasoningTokens: 0 };
}

function billMessage(request: ProviderRequest, given: Given): TokenUsage | null {
  // The double distinguishes older from newer models by these names.
  const isOlder = rulesOf(request.model).prefill;
  const { thinking, ...wire } = toMessages(request);
  // Its newer model always thinks; a request that forbids it would be refused.
  const kept = isOlder || thinking?.type === 'adaptive' ? { thinking } : {};
  const model = isOlder ? 'sandbox-haiku-4-5' : 'sandbox-opus-5-5';
  const read = readMessageRequest(plain({ ...wire, ...kept, model }));
  if ('status' in read) return null;
  const { usage } = composeMessage(read, asChat(read), given);
  return readMessageUsage({ ...usage });
}

function billChat({ offer, url }: SeedRoute, request: ProviderRequest, given: Given): TokenUsage | null {
  // The double does not search; the fee is part of the price.
  const { web_search_options: _search, ...wire } = toChat(request, targetOf(url));
  const read = readChatRequest(plain(wire));
  if ('status' in read) return null;
  const { usage } = composeReply(read, given);
  const pictures = partsOf(request.messages, 'image_url').reduce(
    (sum, { image_url: { url: data, detail } }) => {
      const head = Buffer.from(data.slice('data:image/png;base64,'.length).slice(0, 32), 'base64');
      const size = { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
      return sum + imageTokensOf(offer.modelId, size, detail ?? 'auto');
    },
    0,
  );
  const sounds = partsOf(request.messages, 'input_audio');
  const audio = sounds.reduce(
    (sum, { input_audio: { data } }) => sum + Math.floor((data.length * 3) / 4000) * 32,
    0,
  );
  const details = usage.prompt_tokens_details;
  const words = usage.prompt_tokens - details.image_tokens - details.audio_tokens + addedBy(offer, request);
  return readChatUsage({
    ...usage,
    prompt_tokens: words + pictures + audio,
    total_tokens: undefined,
    prompt_tokens_details: { cache_write_tokens: words, image_tokens: pictures, audio_tokens: audio },
  });
}

function addedBy(
  { model: { tokenizer } }: SeedRoute['offer'],
  { messages, options }: ProviderRequest,
): number {
  if (tokenizer === 'o200k' || tokenizer === 'cl100k') return 0;
  const tools = options.tools?.length ? ADDED.tools : 0;
  return (ADDED.greeting[tokenizer] ?? ADDED.usual) + ADDED.turn * messages.length + tools;
}

type Part = Exclude<Extract<ChatRequest['messages'][number], { role: 'user' }>['content'], string>[number];

function partsOf<Type extends Part['type']>(messages: readonly PromptMessage[], type: Type) {
  return messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Part[]).filter((part) => part.type === type) : [],
  ) as Extract<Part, { type: Type }>[];
}

/** As sent over the wire. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

import type {
  Base64ImageSource,
  CacheControlEphemeral,
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { readDataUrl } from '#app/core/providers/shared/data-url.ts';
import { refused } from '#app/core/providers/shared/failure.ts';
import { isObject } from '#app/core/providers/shared/json.ts';
import { CONTINUE_PROMPT, OMITTED_TURNS } from '#app/core/providers/shared/prompt.ts';
import { asFunctionCall } from '#app/core/providers/shared/text-tools.ts';
import { readArguments } from '#app/core/providers/shared/tool-calls.ts';
import type { ModelRules } from './model-rules.ts';
import { thoughtsIn } from './thoughts.ts';

type AssistantMessage = Extract<PromptMessage, { role: 'assistant' }>;

type ToolCall = NonNullable<AssistantMessage['tool_calls']>[number];

interface Turn {
  role: 'user' | 'assistant';
  content: ContentBlockParam[];
}

export interface Conversation {
  system: TextBlockParam[];
  messages: Turn[];
  /** The prompt ends with tool results, but the thoughts that led to the calls were not sent back. */
  lacksThoughts: boolean;
}

type Part = Exclude<NonNullable<PromptMessage['content']>, string>[number];

type FilePart = Extract<Part, { type: 'file' }>;

type Block = TextBlockParam | ImageBlockParam | DocumentBlockParam;

const IMAGE_TYPES: readonly Base64ImageSource['media_type'][] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
];

/**
 * Converts OpenAI's messages to the maker's format: instructions are separate, wherever they stood;
 * consecutive turns of one role are joined; tool results are a user's; the first turn is a user's, and the
 * last one too if the model requires it.
 * @throws ProviderError for content that the wire cannot express
 */
export function toConversation(
  prompt: readonly PromptMessage[],
  { prefill }: Pick<ModelRules, 'prefill'>,
): Conversation {
  const system: TextBlockParam[] = [];
  const turns: Turn[] = [];
  for (const message of prompt) {
    if (message.role === 'system' || message.role === 'developer') system.push(...toTexts(message.content));
    else append(turns, toTurn(message));
  }
  if (turns.length === 0) append(turns, { role: 'user', content: system.splice(0) });
  if (turns[0]?.role === 'assistant')
    turns.unshift({ role: 'user', content: [{ type: 'text', text: OMITTED_TURNS }] });
  endWithUser(turns, prefill);
  const answersTools = turns.at(-1)?.content[0]?.type === 'tool_result';
  const led = turns.at(-2)?.content[0];
  return { system, messages: turns, lacksThoughts: answersTools && !(led && isThought(led)) };
}

/** The conversation for a model that must not think: without the thoughts of earlier turns. */
export function withoutThoughts(messages: readonly Turn[]): Turn[] {
  return messages.flatMap(({ role, content }) => {
    const remaining = content.filter((block) => !isThought(block));
    return remaining.length > 0 ? [{ role, content: remaining }] : [];
  });
}

function isThought({ type }: ContentBlockParam): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function append(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1);
  if (turn.content.length === 0) return;
  if (last?.role === turn.role) last.content.push(...turn.content);
  else turns.push(turn);
}

/**
 * Ensures that the model continues a partial answer. A call that waits for its result is not a partial
 * answer.
 */
function endWithUser(turns: Turn[], prefill: boolean): void {
  const last = turns.at(-1);
  const words = last?.content.at(-1);
  if (last?.role !== 'assistant' || words?.type !== 'text') return;
  if (!prefill) turns.push({ role: 'user', content: [{ type: 'text', text: CONTINUE_PROMPT }] });
  // The maker refuses white space at the end of a prefill.
  else last.content[last.content.length - 1] = { ...words, text: words.text.trimEnd() };
}

function toTurn(message: Exclude<PromptMessage, { role: 'system' | 'developer' }>): Turn {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: toBlocks(message.content) };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...thoughtsIn(message),
          ...toTexts(message.content),
          ...toTexts(message.refusal),
          ...(message.tool_calls ?? []).map(toToolUse),
        ],
      };
    case 'tool':
      return {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: message.tool_call_id, content: toTexts(message.content) },
        ],
      };
    default:
      throw refused(`this provider does not take messages of the role ${message.role}; tools took its place`);
  }
}

function toToolUse(call: ToolCall): ContentBlockParam {
  const { name, arguments: json } = asFunctionCall(call);
  return { type: 'tool_use', id: call.id, name, input: readArguments(name, json) };
}

/** The blocks of a turn. Empty texts are left out: the maker refuses them. @throws ProviderError */
export function toBlocks(content: PromptMessage['content']): Block[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return toText(content);
  return content.flatMap((part) => withCacheControl(part, toBlock(part)));
}

/** Only the texts of a turn. */
function toTexts(content: PromptMessage['content']): TextBlockParam[] {
  return toBlocks(content).filter((block) => block.type === 'text');
}

/** The caller's prompt cache marks: `cache_control` on a part or on a tool. */
export function cacheControlOf(value: object): { cache_control?: CacheControlEphemeral } {
  const control: unknown = 'cache_control' in value ? value.cache_control : undefined;
  if (!isObject(control) || control['type'] !== 'ephemeral') return {};
  const ttl = control['ttl'];
  return { cache_control: { type: 'ephemeral', ...(ttl === '5m' || ttl === '1h' ? { ttl } : {}) } };
}

function withCacheControl(part: Part, blocks: Block[]): Block[] {
  const control = cacheControlOf(part);
  return control.cache_control ? blocks.map((block) => ({ ...block, ...control })) : blocks;
}

function toBlock(part: Part): Block[] {
  switch (part.type) {
    case 'text':
      return toText(part.text);
    case 'refusal':
      return toText(part.refusal);
    case 'image_url':
      return [{ type: 'image', source: imageSource(part.image_url.url) }];
    case 'file':
      return [toDocument(part.file)];
    default:
      throw refused(`this provider does not take parts of the type ${part.type}`);
  }
}

function toText(text: string): TextBlockParam[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function imageSource(url: string): ImageBlockParam['source'] {
  const data = readDataUrl(url);
  if (!data) return { type: 'url', url };
  const type = IMAGE_TYPES.find((known) => known === data.type);
  if (!type) throw refused(`this provider does not take images of the type ${data.type}`);
  return { type: 'base64', media_type: type, data: data.base64 };
}

function toDocument({ file_data: file, filename }: FilePart['file']): DocumentBlockParam {
  if (!file) throw refused('this provider takes a file with its data, not by an id');
  const title = filename ? { title: filename } : {};
  const data = readDataUrl(file);
  if (!data) return { type: 'document', source: { type: 'url', url: file }, ...title };
  if (data.type === 'application/pdf') {
    return {
      type: 'document',
      source: { type: 'base64', media_type: data.type, data: data.base64 },
      ...title,
    };
  }
  if (!data.type.startsWith('text/'))
    throw refused(`this provider does not take files of the type ${data.type}`);
  const text = Buffer.from(data.base64, 'base64').toString('utf8');
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...title };
}

import { CLAUDE_THOUGHTS } from '#app/contracts/completion.ts';
import type { AssistantBlock, TextBlock, UserBlock } from '#app/contracts/anthropic/blocks.ts';
import type { MessageRequest } from '#app/contracts/anthropic/message-request.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';

type ChatMessage = ChatRequest['messages'][number];
type UserPart = Exclude<Extract<ChatMessage, { role: 'user' }>['content'], string>[number];
type TextPart = Extract<UserPart, { type: 'text' }>;
type Block<Type extends UserBlock['type']> = Extract<UserBlock, { type: Type }>;

/** A turn in the words of the pipeline, and where the caller said it. */
export interface PlacedTurn {
  message: ChatMessage;
  place: string;
  /** Of each part of its content, where it has parts. */
  parts: readonly string[];
}

interface PlacedPart {
  part: UserPart;
  place: string;
}

/** What stands in the result of a tool for pictures, which follow it as the person's. */
const SEE_BELOW = 'The pictures follow.';

/** The turns of a request of the Messages dialect, its instructions first. */
export function toTurns({ system, messages }: Pick<MessageRequest, 'system' | 'messages'>): PlacedTurn[] {
  const instructions = system ? [toInstructions(system, 'system')] : [];
  const turns = messages.flatMap((message, at): PlacedTurn[] => {
    const place = `messages[${at}]`;
    if (message.role === 'user') return toUserTurns(message.content, place);
    if (message.role === 'system') return [toInstructions(message.content, place)];
    return [{ message: toAssistant(message.content), place, parts: [] }];
  });
  return [...instructions, ...turns];
}

function toInstructions(blocks: readonly TextBlock[], place: string): PlacedTurn {
  return { message: { role: 'system', content: toWords(blocks) }, place, parts: [] };
}

/** The results of tools come first: makers want them right behind the calls. */
function toUserTurns(blocks: readonly UserBlock[], place: string): PlacedTurn[] {
  const placed = blocks.map((block, at) => ({ block, place: `${place}.content[${at}]` }));
  const results = placed.flatMap(({ block, place: at }) =>
    block.type === 'tool_result' ? [{ block, place: at }] : [],
  );
  const said = placed.flatMap(({ block, place: at }): PlacedPart[] =>
    block.type === 'tool_result' ? [] : toParts(block).map((part) => ({ part, place: at })),
  );
  const shown = results.flatMap(({ block, place: at }) => picturesIn(block, at));
  const tools = results.map(({ block, place: at }): PlacedTurn => ({
    message: toToolTurn(block),
    place: at,
    parts: [],
  }));
  const parts = [...shown, ...said];
  return parts.length === 0 ? tools : [...tools, toUserTurn(parts, place)];
}

function toUserTurn(placed: readonly PlacedPart[], place: string): PlacedTurn {
  const parts = placed.map(({ part }) => part);
  const [first] = parts;
  const plain = parts.length === 1 && first?.type === 'text' && !first.cache_control ? first.text : null;
  return {
    message: { role: 'user', content: plain ?? parts },
    place,
    parts: placed.map(({ place: at }) => at),
  };
}

function toParts(block: Exclude<UserBlock, { type: 'tool_result' }>): UserPart[] {
  if (block.type === 'text') return [toText(block)];
  if (block.type === 'image') return [toPicture(block)];
  const { source, title, context, cache_control } = block;
  const marked = { cache_control };
  if (source.type === 'text') {
    const words = [title, context, source.data].filter(Boolean).join('\n\n');
    return [{ type: 'text', text: words, ...marked }];
  }
  const file = {
    file_data: `data:${source.media_type};base64,${source.data}`,
    filename: title ?? undefined,
  };
  const before: UserPart[] = context ? [{ type: 'text', text: context, cache_control: undefined }] : [];
  return [...before, { type: 'file', file, ...marked }];
}

function toPicture({ source, cache_control }: Block<'image'>): UserPart {
  const url = source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`;
  return { type: 'image_url', image_url: { url }, cache_control };
}

function toText({ text, cache_control }: TextBlock): TextPart {
  return { type: 'text', text, cache_control };
}

/** One text without marks goes as it is: some makers take nothing else. */
function toWords(blocks: readonly TextBlock[]): string | TextPart[] {
  const [first] = blocks;
  return blocks.length === 1 && first && !first.cache_control ? first.text : blocks.map(toText);
}

function picturesIn({ content = [] }: Block<'tool_result'>, place: string): PlacedPart[] {
  return content.flatMap((block, at) =>
    block.type === 'image' ? [{ part: toPicture(block), place: `${place}.content[${at}]` }] : [],
  );
}

/** A mark of the cache on the result is one on its last words. */
function toToolTurn({
  tool_use_id,
  content = [],
  is_error,
  cache_control,
}: Block<'tool_result'>): ChatMessage {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block] : []));
  const words = texts.length < content.length ? [...texts, textOf(SEE_BELOW)] : texts;
  const [first = textOf(''), ...rest] = words;
  const failed = is_error && !/^error/i.test(first.text) ? `Error: ${first.text}` : first.text;
  const all = [{ ...first, text: failed }, ...rest];
  const last = all.at(-1)!;
  all[all.length - 1] = { ...last, cache_control: cache_control ?? last.cache_control };
  return { role: 'tool', tool_call_id: tool_use_id, content: toWords(all) };
}

const textOf = (text: string): TextBlock => ({ type: 'text', text, cache_control: undefined });

function toAssistant(blocks: readonly AssistantBlock[]): ChatMessage {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block] : []));
  const calls = blocks.flatMap((block) => {
    if (block.type !== 'tool_use') return [];
    const { id, name, input } = block;
    return [{ type: 'function' as const, id, function: { name, arguments: JSON.stringify(input) } }];
  });
  const thoughts = blocks.flatMap((block, index) => toThought(block, index) ?? []);
  const isSilent = texts.length === 0 && calls.length > 0;
  return {
    role: 'assistant',
    content: isSilent ? null : texts.length === 0 ? '' : toWords(texts),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(thoughts.length > 0 && { reasoning_details: thoughts }),
  };
}

/** Thoughts without a signature are nobody's, and refused by who signs. */
function toThought(block: AssistantBlock, index: number) {
  const format = CLAUDE_THOUGHTS;
  if (block.type === 'redacted_thinking')
    return { type: 'reasoning.encrypted', format, data: block.data, index };
  if (block.type !== 'thinking' || block.signature === '') return null;
  return { type: 'reasoning.text', format, text: block.thinking, signature: block.signature, index };
}

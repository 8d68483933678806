import { CLAUDE_THOUGHTS } from '#app/contracts/completion.ts';
import {
  isHosted,
  type AssistantBlock,
  type TextBlock,
  type UserBlock,
} from '#app/contracts/anthropic/blocks.ts';
import type { MessageRequest } from '#app/contracts/anthropic/message-request.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';

type ChatMessage = ChatRequest['messages'][number];
type UserPart = Exclude<Extract<ChatMessage, { role: 'user' }>['content'], string>[number];
type TextPart = Extract<UserPart, { type: 'text' }>;
type Block<Type extends UserBlock['type']> = Extract<UserBlock, { type: Type }>;

/** A turn in the form of the pipeline, and its field in the caller's request. */
export interface PlacedTurn {
  message: ChatMessage;
  place: string;
  /** The field of each part of its content, if it has parts. */
  parts: readonly string[];
}

interface PlacedPart {
  part: UserPart;
  place: string;
}

/** The turns of a request of the Messages dialect, its instructions first. */
export function toTurns({ system, messages }: Pick<MessageRequest, 'system' | 'messages'>): PlacedTurn[] {
  const instructions = system?.length ? [toInstructions(system, 'system')] : [];
  const turns = messages.flatMap((message, at): PlacedTurn[] => {
    const place = `messages[${at}]`;
    if (message.role === 'user') return toUserTurns(message.content, place);
    if (message.role === 'system') return [toInstructions(message.content, place)];
    const turn: PlacedTurn = { message: toAssistant(message.content), place, parts: [] };
    // All other dialects accept images and documents only from the user.
    const shown = message.content.filter(isShown);
    return shown.length > 0 ? [...toUserTurns(shown, place), turn] : [turn];
  });
  return [...instructions, ...turns];
}

const isShown = (block: AssistantBlock): block is Extract<AssistantBlock, UserBlock> & ShownBlock =>
  block.type === 'image' || block.type === 'document' || block.type === 'search_result';

/**
 * Names of content that no model receives: blocks of tools that the maker ran, and requests for citations.
 */
export function unsentIn({ messages }: Pick<MessageRequest, 'messages'>): string[] {
  const blocks = messages.flatMap<UserBlock | AssistantBlock>(({ content }) => content);
  const hosted = blocks.filter(isHosted).map(({ type }) => type as string);
  const wantsCitations = blocks.some(
    (block) =>
      (block.type === 'document' || block.type === 'search_result') && block.citations?.enabled === true,
  );
  return [...new Set([...hosted, ...(wantsCitations ? ['citations'] : [])])];
}

function toInstructions(blocks: readonly TextBlock[], place: string): PlacedTurn {
  return { message: { role: 'system', content: toTextContent(blocks) }, place, parts: [] };
}

/** Tool results come first: makers require them right after the calls. */
function toUserTurns(blocks: readonly UserBlock[], place: string): PlacedTurn[] {
  const placed = blocks.map((block, at) => ({ block, place: `${place}.content[${at}]` }));
  const results = placed.flatMap(({ block, place: at }) =>
    block.type === 'tool_result' ? [{ block, place: at }] : [],
  );
  const content = placed.flatMap(({ block, place: at }): PlacedPart[] =>
    block.type === 'tool_result' || isHosted(block)
      ? []
      : toParts(block).map((part) => ({ part, place: at })),
  );
  const shown = results.flatMap(({ block, place: at }) => mediaIn(block, at));
  const tools = results.map(({ block, place: at }): PlacedTurn => ({
    message: toToolTurn(block),
    place: at,
    parts: [],
  }));
  const parts = [...shown, ...content];
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

type ShownBlock = Block<'text' | 'image' | 'document' | 'search_result'>;

function toParts(block: ShownBlock): UserPart[] {
  if (block.type === 'text') return [toText(block)];
  if (block.type === 'image') return [toImage(block)];
  if (block.type === 'search_result') return [toText(foundText(block))];
  const { source, title, context, cache_control } = block;
  const marked = { cache_control };
  if (source.type === 'text') {
    const words = [title, context, source.data].filter(Boolean).join('\n\n');
    return [{ type: 'text', text: words, ...marked }];
  }
  const heading = [title, context].filter(Boolean).join('\n\n');
  if (source.type === 'content')
    return [...(heading === '' ? [] : [toText(textOf(heading))]), ...source.content.flatMap(toParts)];
  const file = {
    file_data: `data:${source.media_type};base64,${source.data}`,
    filename: title ?? undefined,
  };
  const before: UserPart[] = context ? [{ type: 'text', text: context, cache_control: undefined }] : [];
  return [...before, { type: 'file', file, ...marked }];
}

/** A search result as text: its title, its source and its content. */
function foundText({ title, source, content, cache_control }: Block<'search_result'>): TextBlock {
  const words = content.map(({ text }) => text).join('\n');
  return { type: 'text', text: `${title}\n${source}\n\n${words}`, cache_control };
}

function toImage({ source, cache_control }: Block<'image'>): UserPart {
  const url = source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`;
  return { type: 'image_url', image_url: { url }, cache_control };
}

function toText({ text, cache_control }: TextBlock): TextPart {
  return { type: 'text', text, cache_control };
}

/** A single text without cache marks becomes a plain string: some makers accept nothing else. */
function toTextContent(blocks: readonly TextBlock[]): string | TextPart[] {
  const [first] = blocks;
  return blocks.length === 1 && first && !first.cache_control ? first.text : blocks.map(toText);
}

type ResultBlock = NonNullable<Block<'tool_result'>['content']>[number];

/** The parts of a tool result; references and browser states become text. */
function partsOfResult(block: ResultBlock): UserPart[] {
  if (block.type === 'tool_reference') return [toText(textOf(block.tool_name))];
  if (block.type === 'browser_state') return [toText(textOf(JSON.stringify(block)))];
  return toParts(block);
}

function mediaIn({ content = [] }: Block<'tool_result'>, place: string): PlacedPart[] {
  return content.flatMap((block, at) =>
    partsOfResult(block).flatMap((part) =>
      part.type === 'text' ? [] : [{ part, place: `${place}.content[${at}]` }],
    ),
  );
}

/** A cache mark on the result becomes one on its last text. */
function toToolTurn({
  tool_use_id,
  content = [],
  is_error,
  cache_control,
}: Block<'tool_result'>): ChatMessage {
  const parts = content.flatMap(partsOfResult);
  const texts = parts.flatMap((part): TextBlock[] => (part.type === 'text' ? [part] : []));
  const areImages = parts.every(({ type }) => type === 'text' || type === 'image_url');
  const below = areImages ? 'The pictures follow.' : 'The files follow.';
  const words = texts.length < parts.length ? [...texts, textOf(below)] : texts;
  const [first = textOf(''), ...rest] = words;
  const failed = is_error && !/^error/i.test(first.text) ? `Error: ${first.text}` : first.text;
  const all = [{ ...first, text: failed }, ...rest];
  const last = all.at(-1)!;
  all[all.length - 1] = { ...last, cache_control: cache_control ?? last.cache_control };
  return { role: 'tool', tool_call_id: tool_use_id, content: toTextContent(all) };
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
    content: isSilent ? null : texts.length === 0 ? '' : toTextContent(texts),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(thoughts.length > 0 && { reasoning_details: thoughts }),
  };
}

/** Drops thoughts without a signature: makers that sign thoughts reject them. */
function toThought(block: AssistantBlock, index: number) {
  const format = CLAUDE_THOUGHTS;
  if (block.type === 'redacted_thinking')
    return { type: 'reasoning.encrypted', format, data: block.data, index };
  if (block.type !== 'thinking' || block.signature === '') return null;
  return { type: 'reasoning.text', format, text: block.thinking, signature: block.signature, index };
}

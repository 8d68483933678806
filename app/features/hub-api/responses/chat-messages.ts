import type { z } from 'zod';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { message } from '#app/contracts/openai/messages.ts';
import {
  hostedText,
  isHostedItem,
  isHostedOutput,
  type HostedItem,
} from '#app/contracts/openai/responses/hosted-items.ts';
import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import { withMediaBehind } from '#app/contracts/openai/tool-media.ts';
import { unpackThoughts } from './reasoning-item.ts';
import { nameInGroup } from './tool-groups.ts';

type Message = ChatRequest['messages'][number];
type MessageInput = z.output<typeof message>;
type Assistant = Extract<Message, { role: 'assistant' }>;
type MessageItem = Extract<PlainItem, { type: 'message' }>;
type UserPart = Exclude<Extract<Message, { role: 'user' }>['content'], string>[number];
type AssistantPart = Exclude<NonNullable<Assistant['content']>, string>[number];

/** One turn of a model: several items of OpenAI make one chat message. */
interface Turn {
  parts: AssistantPart[];
  calls: NonNullable<Assistant['tool_calls']>;
  thoughts: string;
  details: NonNullable<Assistant['reasoning_details']>;
}

/**
 * The conversation of a response as a chat. Thoughts precede the output that they led to, for models that
 * require them back.
 */
export function toMessages(instructions: string | undefined, items: readonly PlainItem[]): Message[] {
  const messages: MessageInput[] = instructions ? [{ role: 'system', content: instructions }] : [];
  let turn: Turn | null = null;
  const end = () => {
    const assistantMessage = turn && assistantOf(turn);
    if (assistantMessage) messages.push(assistantMessage);
    turn = null;
  };
  // The output of a hosted tool follows the results of the functions that were called with it.
  const waiting: MessageInput[] = [];
  const flushWaiting = () => messages.push(...waiting.splice(0));
  for (const item of items) {
    if (isHostedItem(item) && isHostedOutput(item)) {
      const text = hostedText(item);
      if (text !== null) waiting.push({ role: 'user', content: text });
      end();
      continue;
    }
    if (item.type !== 'function_call_output' && item.type !== 'custom_tool_call_output') flushWaiting();
    // All other dialects accept images and files only from the user.
    if (item.type === 'message' && item.role !== 'user') {
      const media = mediaOf(item.content);
      if (media.length > 0) messages.push({ role: 'user', content: media });
    }
    if (isAssistantItem(item)) {
      // Another message of the model starts another turn, unless earlier calls still wait for their results.
      if (turn && item.type === 'message' && turn.parts.length > 0 && turn.calls.length === 0) end();
      turn ??= { parts: [], calls: [], thoughts: '', details: [] };
      addTo(turn, item);
    } else {
      end();
      messages.push(otherMessage(item));
    }
  }
  end();
  flushWaiting();
  return withMediaBehind(messages);
}

type AssistantItem =
  | Extract<MessageItem, { role: 'assistant' }>
  | Extract<PlainItem, { type: 'function_call' | 'custom_tool_call' | 'reasoning' }>
  | HostedItem;

function isAssistantItem(item: PlainItem): item is AssistantItem {
  if (item.type === 'message') return item.role === 'assistant';
  if (isHostedItem(item)) return true;
  return item.type === 'function_call' || item.type === 'custom_tool_call' || item.type === 'reasoning';
}

function addTo(turn: Turn, item: AssistantItem): void {
  if (isHostedItem(item)) {
    const text = hostedText(item);
    if (text !== null) turn.parts.push({ type: 'text', text, cache_control: undefined });
  } else if (item.type === 'message') {
    const { content } = item;
    if (typeof content === 'string')
      turn.parts.push({ type: 'text', text: content, cache_control: undefined });
    else
      for (const part of content) {
        if (part.type === 'refusal') turn.parts.push(part);
        else if ('text' in part) turn.parts.push({ type: 'text', text: part.text, cache_control: undefined });
      }
  } else if (item.type === 'function_call') {
    const called = { name: nameOf(item), arguments: item.arguments };
    turn.calls.push({ type: 'function', id: item.call_id, function: called });
  } else if (item.type === 'custom_tool_call') {
    const custom = { name: nameOf(item), input: item.input };
    turn.calls.push({ type: 'custom', id: item.call_id, custom });
  } else {
    const shown = item.content?.length ? item.content : (item.summary ?? []);
    turn.thoughts += shown.map(({ text }) => text).join('\n\n');
    turn.details.push(...unpackThoughts(item.encrypted_content ?? ''));
  }
}

/** The name by which a model knows a tool. */
function nameOf({ name, namespace }: { name: string; namespace?: string | null }): string {
  return namespace ? nameInGroup(namespace, name) : name;
}

/** @returns null for a turn that has only thoughts */
function assistantOf({ parts, calls, thoughts, details }: Turn): Assistant | null {
  if (parts.length === 0 && calls.length === 0) return null;
  const [only] = parts;
  const content = parts.length === 1 && only?.type === 'text' ? only.text : parts;
  return {
    role: 'assistant',
    ...(parts.length > 0 && { content }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(thoughts !== '' && { reasoning_content: thoughts }),
    ...(details.length > 0 && { reasoning_details: details }),
  };
}

function otherMessage(item: Exclude<PlainItem, AssistantItem>): MessageInput {
  if (item.type !== 'message')
    return { role: 'tool', tool_call_id: item.call_id, content: resultOf(item.output) };
  const { role, content } = item;
  return role === 'user' ? { role, content: contentOf(content) } : { role, content: textOf(content) };
}

/** The output of a tool: one string if it is only text. */
function resultOf(output: Shown): string | UserPart[] {
  const hasMedia = typeof output !== 'string' && output.some(({ type }) => type !== 'input_text');
  return hasMedia ? contentOf(output) : textOf(output);
}

function textOf(content: Shown): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'input_text' ? part.text : '')).join('');
}

type Shown = Extract<MessageItem, { role: 'user' }>['content'];
type ShownPart = Exclude<Shown, string>[number];

const contentOf = (content: Shown) => (typeof content === 'string' ? content : content.map(toPart));

/** The images and files in a message of a role other than user. */
function mediaOf(content: Exclude<MessageItem, { role: 'user' }>['content']): UserPart[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part) =>
    part.type === 'input_image' || part.type === 'input_file' ? [toPart(part)] : [],
  );
}

function toPart(part: ShownPart): UserPart {
  const marks = { cache_control: undefined };
  if (part.type === 'input_text') return { type: 'text', text: part.text, ...marks };
  if (part.type === 'input_image')
    return {
      type: 'image_url',
      image_url: { url: part.image_url, detail: part.detail ?? undefined },
      ...marks,
    };
  const { file_data, filename } = part;
  return { type: 'file', file: { file_data, filename: filename ?? undefined }, ...marks };
}

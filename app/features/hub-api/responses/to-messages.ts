import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import { unpackThoughts } from './carried-thoughts.ts';
import { nameInGroup } from './tool-groups.ts';

type Message = ChatRequest['messages'][number];
type Assistant = Extract<Message, { role: 'assistant' }>;
type MessageItem = Extract<PlainItem, { type: 'message' }>;
type UserPart = Exclude<Extract<Message, { role: 'user' }>['content'], string>[number];
type SaidPart = Exclude<NonNullable<Assistant['content']>, string>[number];

/** What a model said in one turn: OpenAI's items of it are one message of a chat. */
interface Turn {
  parts: SaidPart[];
  calls: NonNullable<Assistant['tool_calls']>;
  thoughts: string;
  details: NonNullable<Assistant['reasoning_details']>;
}

/** The conversation of a response as a chat. Thoughts go before what they led to, for models that want them back. */
export function toMessages(instructions: string | undefined, items: readonly PlainItem[]): Message[] {
  const messages: Message[] = instructions ? [{ role: 'system', content: instructions }] : [];
  let turn: Turn | null = null;
  const end = () => {
    const said = turn && assistantOf(turn);
    if (said) messages.push(said);
    turn = null;
  };
  for (const item of items) {
    if (isSaid(item)) {
      // Another message of the model is another turn, unless calls before it still wait for their answers.
      if (turn && item.type === 'message' && turn.parts.length > 0 && turn.calls.length === 0) end();
      turn ??= { parts: [], calls: [], thoughts: '', details: [] };
      addTo(turn, item);
    } else {
      end();
      messages.push(otherMessage(item));
    }
  }
  end();
  return messages;
}

type SaidItem =
  | Extract<MessageItem, { role: 'assistant' }>
  | Extract<PlainItem, { type: 'function_call' | 'custom_tool_call' | 'reasoning' }>;

function isSaid(item: PlainItem): item is SaidItem {
  if (item.type === 'message') return item.role === 'assistant';
  return item.type === 'function_call' || item.type === 'custom_tool_call' || item.type === 'reasoning';
}

function addTo(turn: Turn, item: SaidItem): void {
  if (item.type === 'message') {
    const { content } = item;
    if (typeof content === 'string') turn.parts.push({ type: 'text', text: content });
    else
      for (const part of content)
        turn.parts.push(part.type === 'refusal' ? part : { type: 'text', text: part.text });
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

/** @returns null for a turn of nothing but thoughts */
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

function otherMessage(item: Exclude<PlainItem, SaidItem>): Message {
  if (item.type !== 'message')
    return { role: 'tool', tool_call_id: item.call_id, content: wordsOf(item.output) };
  if (item.role !== 'user') return { role: item.role, content: wordsOf(item.content) };
  const { content } = item;
  return { role: 'user', content: typeof content === 'string' ? content : content.map(toPart) };
}

function wordsOf(words: string | readonly { text: string }[]): string {
  return typeof words === 'string' ? words : words.map(({ text }) => text).join('');
}

function toPart(part: Exclude<Extract<MessageItem, { role: 'user' }>['content'], string>[number]): UserPart {
  if (part.type === 'input_text') return { type: 'text', text: part.text };
  if (part.type === 'input_image')
    return { type: 'image_url', image_url: { url: part.image_url, detail: part.detail ?? undefined } };
  return { type: 'file', file: { file_data: part.file_data, filename: part.filename ?? undefined } };
}

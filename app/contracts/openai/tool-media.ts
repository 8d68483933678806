import type { z } from 'zod';
import type { message } from './messages.ts';

type MessageInput = z.output<typeof message>;
type Part = Exclude<Extract<MessageInput, { role: 'user' }>['content'], string>[number];
type TextPart = Extract<Part, { type: 'text' }>;
type Result = Extract<MessageInput, { role: 'tool' }>;

/** A turn in which tool results contain only text, which every wire accepts. */
export type ChatMessage =
  | Exclude<MessageInput, Result>
  | (Omit<Result, 'content'> & { content: string | TextPart[] });

const isText = (part: Part): part is TextPart => part.type === 'text';

/**
 * Returns turns whose tool results contain only text. Their images, sound and files are moved to a user turn
 * after the last of the results, since makers require all results of a turn directly after its calls.
 */
export function withMediaBehind(messages: readonly MessageInput[]): ChatMessage[] {
  const turns: ChatMessage[] = [];
  let media: Part[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      media.push(...mediaIn(message));
      turns.push({ ...message, content: textOf(message.content) });
      continue;
    }
    if (media.length === 0) turns.push(message);
    else if (message.role === 'user')
      turns.push({ ...message, content: [...media, ...partsOf(message.content)] });
    else turns.push({ role: 'user', content: media }, message);
    media = [];
  }
  if (media.length > 0) turns.push({ role: 'user', content: media });
  return turns;
}

function mediaIn({ content }: Result): Part[] {
  return typeof content === 'string' ? [] : content.filter((part) => !isText(part));
}

function partsOf(content: string | Part[]): Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content, cache_control: undefined }] : content;
}

/** The text of a result, with a note about the media that follow it. */
function textOf(content: Result['content']): string | TextPart[] {
  if (typeof content === 'string') return content;
  const texts = content.filter(isText);
  if (texts.length === content.length) return texts.length === 0 ? '' : texts;
  const areImages = content.every((part) => isText(part) || part.type === 'image_url');
  const hint = areImages ? 'The pictures follow.' : 'The files follow.';
  return [...texts, { type: 'text', text: hint, cache_control: undefined }];
}

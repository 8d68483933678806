import { isObject } from '../shared/json.ts';
import type { WireWords } from './wire.ts';

/** The text of a content: a string, or the parts in which Mistral's thinking models answer. */
export function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? textOf(content, 'text') : '';
}

/** What the model thinks aloud, by the names that providers have for it. */
export function readThinking({ reasoning_content: deepSeek, reasoning, content }: WireWords): string {
  const thinking = deepSeek ?? reasoning;
  if (typeof thinking === 'string') return thinking;
  return Array.isArray(content) ? textOf(content, 'thinking') : '';
}

/** Texts of the parts of one type; a part's text is a string or once more a list of parts. */
function textOf(parts: readonly unknown[], type: 'text' | 'thinking'): string {
  return partsOf(parts, type)
    .map((text) => (Array.isArray(text) ? partsOf(text, 'text').filter(isText).join('') : text))
    .filter(isText)
    .join('');
}

function partsOf(parts: readonly unknown[], type: 'text' | 'thinking'): unknown[] {
  return parts
    .filter(isObject)
    .filter((part) => part['type'] === type)
    .map((part) => part[type]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

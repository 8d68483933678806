import type { PromptMessage } from '#app/contracts/completion.ts';
import { readDataUrl } from '../shared/data-url.ts';
import { refused } from '../shared/refused.ts';
import type { WirePart } from './wire.ts';

type Part = Exclude<NonNullable<PromptMessage['content']>, string>[number];
type FilePart = Extract<Part, { type: 'file' }>;

const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'];
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'];
/** What a picture at an address is, by the end of its path: the maker wants to be told. */
const ENDING = /\.(png|jpe?g|webp|heic|heif)$/i;

/** The parts of a turn. Empty texts are left out: the maker refuses them. @throws ProviderError */
export function toParts(content: PromptMessage['content']): WirePart[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return toText(content);
  return content.flatMap(toPart);
}

/** The texts of a turn alone. */
export function toTexts(content: PromptMessage['content']): { text: string }[] {
  return toParts(content).flatMap(({ text }) => (text === undefined ? [] : [{ text }]));
}

function toPart(part: Part): WirePart[] {
  switch (part.type) {
    case 'text':
      return toText(part.text);
    case 'refusal':
      return toText(part.refusal);
    case 'image_url':
      return [toImage(part.image_url.url)];
    case 'input_audio':
      return [{ inlineData: { mimeType: `audio/${part.input_audio.format}`, data: part.input_audio.data } }];
    case 'file':
      return toDocument(part.file);
  }
}

function toText(text: string): WirePart[] {
  return text.trim() === '' ? [] : [{ text }];
}

function toImage(url: string): WirePart {
  const inline = readDataUrl(url);
  if (!inline) return { fileData: { ...typeAt(url), fileUri: url } };
  if (!IMAGE_TYPES.includes(inline.type))
    throw refused(`this provider does not take images of the type ${inline.type}`);
  return { inlineData: { mimeType: inline.type, data: inline.base64 } };
}

/** A file's name goes before it, as words: the wire has no place for it. */
function toDocument({ file_data: file, filename }: FilePart['file']): WirePart[] {
  const inline = readDataUrl(file ?? '');
  if (!inline) throw refused('this provider takes a file with its data, not by an id or an address');
  const { type, base64: data } = inline;
  const isText = type.startsWith('text/');
  if (!isText && type !== 'application/pdf' && !VIDEO_TYPES.includes(type))
    throw refused(`this provider does not take files of the type ${type}`);
  return [...toText(filename ?? ''), { inlineData: { mimeType: isText ? 'text/plain' : type, data } }];
}

function typeAt(url: string): { mimeType?: string } {
  const [, ending] = ENDING.exec(url.split(/[?#]/, 1)[0] ?? '') ?? [];
  if (ending === undefined) return {};
  const name = ending.toLowerCase();
  return { mimeType: `image/${name === 'jpg' ? 'jpeg' : name}` };
}

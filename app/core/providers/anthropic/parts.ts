import type {
  Base64ImageSource,
  CacheControlEphemeral,
  DocumentBlockParam,
  ImageBlockParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { readDataUrl } from '../shared/data-url.ts';
import { isObject } from '../shared/json.ts';
import { refused } from '../shared/refused.ts';

type Part = Exclude<NonNullable<PromptMessage['content']>, string>[number];
type FilePart = Extract<Part, { type: 'file' }>;
type Block = TextBlockParam | ImageBlockParam | DocumentBlockParam;

const IMAGE_TYPES: readonly Base64ImageSource['media_type'][] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
];

/** The blocks of a turn. Empty texts are left out: the maker refuses them. @throws ProviderError */
export function toBlocks(content: PromptMessage['content']): Block[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return toText(content);
  return content.flatMap((part) => withCacheControl(part, toBlock(part)));
}

/** The texts of a turn alone. */
export function toTexts(content: PromptMessage['content']): TextBlockParam[] {
  return toBlocks(content).filter((block) => block.type === 'text');
}

/** Marks of the prompt's cache, where the caller set them: `cache_control` on a part or on a tool. */
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

import { AppError } from '#app/contracts/errors.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { maxImageTokens, imageSize, type CallImage } from '#app/core/catalogue/tokens/image-tokens.ts';
import { maxVideoTokens, likelyVideoTokens } from '#app/core/catalogue/tokens/video-tokens.ts';
import { objectionToAddress } from '#app/core/platform/addresses/hosts.ts';
import { readDataUrl } from '#app/core/providers/shared/data-url.ts';
import type { CallVideo, Videos } from './videos.ts';

/** The parts of a prompt that are not text, as far as they determine tokens. */
export interface Media {
  images: CallImage[];
  videos: CallVideo[];
  /** The maximum that audio is billed as, in tokens. */
  audioTokens: number;
  /** Bytes of plain text files: each may be a token. */
  textBytes: number;
  /** Bytes of paged documents, whose text only a model's window bounds. */
  documents: number;
  /** The field of the first image at a URL, which the provider that answers would fetch. */
  imageAddress?: string;
  /** True when a part asks for a one-hour prompt cache, at the highest rate there is. */
  wantsLongCache: boolean;
}

type Part = Exclude<Extract<ChatRequest['messages'][number], { role: 'user' }>['content'], string>[number];

/** The highest rate of any provider: Gemini's. OpenAI's is ten. */
const TOKENS_PER_SECOND = 32;

/** Bytes per token of a document, for its window: a page of about 3,000 tokens is seldom under 20 kB. */
const BYTES_PER_PAGE_TOKEN = 8;

/** Lower bound of the bytes per second of any MP3. */
const MP3_BYTES_PER_SECOND = 1_000;

/** Lower rates are not used in practice, and bytes would not bound the duration. */
const MIN_SAMPLE_RATE = 8_000;

/** Max chunks before the format chunk. */
const MAX_CHUNKS = 64;

/**
 * Weighs images, videos, audio and files by their content, not by their declared types.
 * @param videos the call's videos, already measured
 * @throws AppError invalid_request for a part that cannot be weighed, naming the field
 */
export function weighMedia(messages: ChatRequest['messages'], videos: Videos = new Map()): Media {
  const media: Media = {
    images: [],
    videos: [...videos.values()],
    audioTokens: 0,
    textBytes: 0,
    documents: 0,
    wantsLongCache: false,
  };
  for (const [turn, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [place, part] of content.entries()) {
      if (wantsLongCache(part)) media.wantsLongCache = true;
      if (part.type === 'text' || part.type === 'refusal' || videos.has(part)) continue;
      addPart(media, part, `messages[${turn}].content[${place}]`);
    }
  }
  return media;
}

function addPart(media: Media, part: Part, field: string): void {
  if (part.type === 'image_url') {
    const { url, detail = 'auto' } = part.image_url;
    const base64 = base64Of(url);
    if (!url.startsWith('data:')) recordAddress(media, url, `${field}.image_url.url`);
    media.images.push({ size: base64 === null ? null : imageSize(base64), detail });
  } else if (part.type === 'input_audio') {
    const seconds = soundSeconds(part.input_audio.data);
    if (seconds === null)
      throw refused(`${field}.input_audio.data`, 'must be base64 of a WAV (8 kHz or more) or an MP3');
    media.audioTokens += Math.ceil(seconds * TOKENS_PER_SECOND);
  } else if (part.type === 'file') addFile(media, part.file, `${field}.file`);
}

/**
 * The provider that answers fetches an image at a URL: the URL must not lead it to an address that only the
 * provider can reach.
 */
function recordAddress(media: Media, url: string, field: string): void {
  const objection = objectionToAddress(url);
  if (objection !== null) throw refused(field, `${objection}; send other images as data: URLs with base64`);
  media.imageAddress ??= field;
}

/** Rejects a file at a URL or with an id: its size is unknown here, so its price cannot be held. */
function addFile(media: Media, file: Extract<Part, { type: 'file' }>['file'], field: string): void {
  if (file.file_id !== undefined)
    throw refused(`${field}.file_id`, 'files are not kept here: send file_data');
  const base64 = base64Of(file.file_data ?? '');
  if (base64 === null)
    throw refused(`${field}.file_data`, 'must be a data: URL with base64, not the address of a file');
  if (readDataUrl(file.file_data ?? '')?.type.startsWith('text/')) media.textBytes += bytesOf(base64);
  else media.documents += bytesOf(base64);
}

function refused(param: string, why: string): AppError {
  return new AppError('invalid_request', { param, message: `${param}: ${why}.` });
}

/** Returns whether a part or a tool asks for the longer of the two cache lifetimes. */
export function wantsLongCache(marked: object): boolean {
  const control =
    'cache_control' in marked ? (marked.cache_control as { ttl?: string } | undefined) : undefined;
  return control?.ttl === '1h';
}

const BASE64 = ';base64,';

/** The base64 part of a data: URL; null for any other URL. */
function base64Of(url: string): string | null {
  const mark = url.slice(0, 512).indexOf(BASE64);
  return url.startsWith('data:') && mark >= 0 ? url.slice(mark + BASE64.length) : null;
}

/** Number of bytes that base64 text encodes. */
function bytesOf(base64: string): number {
  return Math.ceil((base64.length * 3) / 4);
}

/**
 * Tokens of media by the default rules: what a window is likely to need, and a provider without usage is
 * likely to bill.
 * @param modelId null before one is chosen
 */
export function likelyMediaTokens(
  { images, videos, audioTokens, textBytes, documents }: Media,
  modelId: string | null = null,
): number {
  const seen = images.reduce((sum, picture) => sum + maxImageTokens(picture, REFERENCE_MODEL, 4_800), 0);
  const watched = videos.reduce((sum, video) => sum + likelyVideoTokens(video, modelId), 0);
  return (
    seen + watched + audioTokens + Math.ceil(textBytes / 4) + Math.ceil(documents / BYTES_PER_PAGE_TOKEN)
  );
}

/** A model whose image rule lies between the others. */
const REFERENCE_MODEL = 'openai/gpt-4o';

/** The maximum that a model bills for media, in tokens. @param windowTokens of the offer */
export function maxMediaTokens(media: Media, modelId: string, windowTokens: number): number {
  const seen = media.images.reduce((sum, picture) => sum + maxImageTokens(picture, modelId, windowTokens), 0);
  const watched = media.videos.reduce((sum, video) => sum + maxVideoTokens(video, modelId, windowTokens), 0);
  const read = media.documents > 0 ? windowTokens : Math.min(windowTokens, media.textBytes);
  return seen + watched + media.audioTokens + read;
}

/**
 * Max duration of audio, in seconds: by the bytes per second of its format, never by the duration that it
 * claims.
 * @param base64 a WAV, or an MP3
 * @returns null for any other format
 */
export function soundSeconds(base64: string): number | null {
  const bytes = Math.ceil((base64.length * 3) / 4);
  const head = Buffer.from(base64.slice(0, 64 * 1024), 'base64');
  if (head.toString('latin1', 0, 4) === 'RIFF') {
    const rate = wavBytesPerSecond(head);
    return rate === null ? null : bytes / rate;
  }
  const isMp3 = head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0);
  return isMp3 ? bytes / MP3_BYTES_PER_SECOND : null;
}

/**
 * Bytes per second by the sample format, not by the byte rate that the header also states. Null for a format
 * that is missing or too slow.
 */
function wavBytesPerSecond(head: Buffer): number | null {
  let at = 12;
  for (let chunk = 0; chunk < MAX_CHUNKS && at + 24 <= head.length; chunk += 1) {
    if (head.toString('latin1', at, at + 4) === 'fmt ') {
      const [channels, rate, bits] = [
        head.readUInt16LE(at + 10),
        head.readUInt32LE(at + 12),
        head.readUInt16LE(at + 22),
      ];
      if (rate < MIN_SAMPLE_RATE || channels === 0) return null;
      // Compressed formats take at least four bits per sample.
      return (rate * channels * Math.max(4, bits)) / 8;
    }
    at += 8 + head.readUInt32LE(at + 4);
  }
  return null;
}

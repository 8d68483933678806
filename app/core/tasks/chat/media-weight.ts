import { AppError } from '#app/contracts/errors.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { mostPictureTokens, pictureSize, type Picture } from '#app/core/catalogue/tokens/image-tokens.ts';
import { maxVideoTokens, usualVideoTokens } from '#app/core/catalogue/tokens/video-tokens.ts';
import { objectionToAddress } from '#app/core/platform/addresses/hosts.ts';
import { readDataUrl } from '#app/core/providers/shared/data-url.ts';
import type { BroughtVideo, Videos } from './videos.ts';

/** What the parts of a prompt that are no words weigh. */
export interface Media {
  pictures: Picture[];
  videos: BroughtVideo[];
  /** The most that sound is billed as, in tokens. */
  audioTokens: number;
  /** Bytes of files of plain text: each may be a token. */
  textBytes: number;
  /** Files of pages, of which only a model's window bounds how much they say. */
  documents: number;
  /** The field of the first picture that is an address, which whoever answers would fetch. */
  pictureAddress?: string;
  /** A part asks to be kept in the prompt's cache for an hour, at the dearest rate there is. */
  isKeptLong: boolean;
}

type Part = Exclude<Extract<ChatRequest['messages'][number], { role: 'user' }>['content'], string>[number];

/** The dearest rate of any maker: Gemini's. OpenAI's is ten. */
const TOKENS_A_SECOND = 32;

/** Of a document, for its window: a page of about 3,000 tokens is seldom under 20 kB. */
const BYTES_PER_PAGE_TOKEN = 8;

/** No MP3 of whatever kind has fewer bytes a second. */
const MP3_BYTES_A_SECOND = 1_000;

/** Under so many samples a second nobody records, and bytes would say nothing of the length. */
const LEAST_RATE = 8_000;

/** Chunks that may stand before the format. */
const MOST_CHUNKS = 64;

/**
 * Weighs pictures, videos, sound and files by what they are, not by what they are called.
 * @param videos those of the call, as they were measured
 * @throws AppError invalid_request for what cannot be weighed: it names the field
 */
export function weighMedia(messages: ChatRequest['messages'], videos: Videos = new Map()): Media {
  const media: Media = {
    pictures: [],
    videos: [...videos.values()],
    audioTokens: 0,
    textBytes: 0,
    documents: 0,
    isKeptLong: false,
  };
  for (const [turn, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [place, part] of content.entries()) {
      if (isKeptLong(part)) media.isKeptLong = true;
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
    if (!url.startsWith('data:')) noteAddress(media, url, `${field}.image_url.url`);
    media.pictures.push({ size: base64 === null ? null : pictureSize(base64), detail });
  } else if (part.type === 'input_audio') {
    const seconds = soundSeconds(part.input_audio.data);
    if (seconds === null)
      throw refused(`${field}.input_audio.data`, 'must be base64 of a WAV (8 kHz or more) or an MP3');
    media.audioTokens += Math.ceil(seconds * TOKENS_A_SECOND);
  } else if (part.type === 'file') addFile(media, part.file, `${field}.file`);
}

/** A picture at an address is fetched by whoever answers: it must not lead them to what only they can reach. */
function noteAddress(media: Media, url: string, field: string): void {
  const objection = objectionToAddress(url);
  if (objection !== null) throw refused(field, `${objection}; send other pictures as data: URLs with base64`);
  media.pictureAddress ??= field;
}

/** A file at an address or with an id has a size that nobody here knows, and a price that nobody could hold. */
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

/** Whether a part or a tool asks for the longer of the two times. */
export function isKeptLong(marked: object): boolean {
  const control =
    'cache_control' in marked ? (marked.cache_control as { ttl?: string } | undefined) : undefined;
  return control?.ttl === '1h';
}

const BASE64 = ';base64,';

/** The part of a data: URL that is base64; null for an address. */
function base64Of(url: string): string | null {
  const mark = url.slice(0, 512).indexOf(BASE64);
  return url.startsWith('data:') && mark >= 0 ? url.slice(mark + BASE64.length) : null;
}

/** Bytes of base64 text. */
function bytesOf(base64: string): number {
  return Math.ceil((base64.length * 3) / 4);
}

/**
 * What media weigh by the usual rules: what a window is likely to need, and what a silent provider is likely to bill.
 * @param modelId null before one is chosen
 */
export function usualMediaTokens(
  { pictures, videos, audioTokens, textBytes, documents }: Media,
  modelId: string | null = null,
): number {
  const seen = pictures.reduce((sum, picture) => sum + mostPictureTokens(picture, USUAL_MODEL, 4_800), 0);
  const watched = videos.reduce((sum, video) => sum + usualVideoTokens(video, modelId), 0);
  return (
    seen + watched + audioTokens + Math.ceil(textBytes / 4) + Math.ceil(documents / BYTES_PER_PAGE_TOKEN)
  );
}

/** A model whose rule for pictures stands between the others. */
const USUAL_MODEL = 'openai/gpt-4o';

/** The most that media are billed as by a model, in tokens. @param windowTokens of the offer */
export function mostMediaTokens(media: Media, modelId: string, windowTokens: number): number {
  const seen = media.pictures.reduce(
    (sum, picture) => sum + mostPictureTokens(picture, modelId, windowTokens),
    0,
  );
  const watched = media.videos.reduce((sum, video) => sum + maxVideoTokens(video, modelId, windowTokens), 0);
  const read = media.documents > 0 ? windowTokens : Math.min(windowTokens, media.textBytes);
  return seen + watched + media.audioTokens + read;
}

/**
 * How long a sound can last, in seconds: by the bytes that a second of it takes, never by a length that it claims.
 * @param base64 a WAV, or an MP3
 * @returns null for anything else
 */
export function soundSeconds(base64: string): number | null {
  const bytes = Math.ceil((base64.length * 3) / 4);
  const head = Buffer.from(base64.slice(0, 64 * 1024), 'base64');
  if (head.toString('latin1', 0, 4) === 'RIFF') {
    const rate = wavBytesASecond(head);
    return rate === null ? null : bytes / rate;
  }
  const isMp3 = head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0);
  return isMp3 ? bytes / MP3_BYTES_A_SECOND : null;
}

/** By its samples, not by the rate that its header says beside them. */
function wavBytesASecond(head: Buffer): number | null {
  let at = 12;
  for (let chunk = 0; chunk < MOST_CHUNKS && at + 24 <= head.length; chunk += 1) {
    if (head.toString('latin1', at, at + 4) === 'fmt ') {
      const [channels, rate, bits] = [
        head.readUInt16LE(at + 10),
        head.readUInt32LE(at + 12),
        head.readUInt16LE(at + 22),
      ];
      if (rate < LEAST_RATE || channels === 0) return null;
      // Compressed forms take four bits a sample at the least.
      return (rate * channels * Math.max(4, bits)) / 8;
    }
    at += 8 + head.readUInt32LE(at + 4);
  }
  return null;
}

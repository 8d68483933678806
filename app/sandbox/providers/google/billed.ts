import { imageTokensOf } from '#app/sandbox/providers/makers-image-tokens.ts';
import { sizeOfImage } from '#app/sandbox/providers/image-size.ts';
import type { Tokenizer } from '../tokens.ts';
import type { GenerateRequest, RequestPart } from './generate-request.ts';
import { secondsOfVideo } from '../video-header.ts';
import { OLDER_MODEL } from './rules.ts';

/** Tokens of a prompt besides its text, as in the maker's documentation, by their modality. */
export interface Beside {
  pictures: number;
  /** Frames of videos. */
  frames: number;
  /** Also the sound of videos. */
  sound: number;
  /** Text files, returned signatures, and the name of the tool with each result. */
  words: number;
}

/** The assumed side of an image whose size is unknown, in pixels. */
const DEFAULT_SIDE = 768;
const TOKENS_A_SECOND = 32;
/** One frame per second, with its timestamp. */
const TOKENS_A_FRAME = { older: 258, newer: 70 };
const TIME = 7;
/** Bytes per second of an MP3 at the bit rate of speech. */
const BYTES_A_SECOND = 1_000;

export function countBeside({ contents }: GenerateRequest, model: string, count: Tokenizer['count']): Beside {
  const sum: Beside = { pictures: 0, frames: 0, sound: 0, words: 0 };
  for (const part of contents.flatMap(({ parts }) => parts)) addPart(sum, part, model, count);
  return sum;
}

function addPart(sum: Beside, part: RequestPart, model: string, count: Tokenizer['count']): void {
  const { inlineData: inline, fileData, functionResponse: result, thoughtSignature: signature } = part;
  if (signature) sum.words += count(signature);
  if (result) sum.words += count(`${result.name} output`);
  if (fileData) sum.pictures += imageTokens('', model);
  if (!inline) return;
  if (inline.mimeType.startsWith('image/')) sum.pictures += imageTokens(inline.data, model);
  else if (inline.mimeType.startsWith('video/')) {
    const seconds = Math.ceil(secondsOfVideo(inline.data));
    sum.frames += seconds * (TIME + TOKENS_A_FRAME[model === OLDER_MODEL ? 'older' : 'newer']);
    sum.sound += seconds * TOKENS_A_SECOND;
  } else if (inline.mimeType.startsWith('audio/'))
    sum.sound += Math.floor((inline.data.length * 3) / 4 / BYTES_A_SECOND) * TOKENS_A_SECOND;
  else if (inline.mimeType === 'text/plain')
    sum.words += count(Buffer.from(inline.data, 'base64').toString());
}

function imageTokens(base64: string, model: string): number {
  const size = sizeOfImage(base64) ?? { width: DEFAULT_SIDE, height: DEFAULT_SIDE };
  return imageTokensOf(model === OLDER_MODEL ? 'google/gemini-2' : 'google/gemini', size, 'auto');
}

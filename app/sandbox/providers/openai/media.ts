import { sizeOfImage } from '#app/sandbox/providers/image-size.ts';
import type { Tokenizer } from '../tokens.ts';
import { secondsOfVideo, sizeOfVideo } from '../video-header.ts';
import type { ChatMessage } from './messages.ts';

/** The tokens of an image at low detail, and of each 512 pixel tile at high detail in addition. */
const LOW = 85;
const TILE = 170;
const TILE_PIXELS = 512;
/** Tiles of an image of unknown size. */
const UNKNOWN_TILES = 8;
const BYTES_PER_AUDIO_TOKEN = 1_600;
const BYTES_PER_FILE_TOKEN = 16;
/** Two frames per second, joined in fours, a group limited to this many squares of 28 pixels. */
const MAX_VIDEO_SQUARES = 1_024;
const VIDEO_SQUARE_PIXELS = 28;

/** The tokens of the parts of a prompt that are not text. */
export function countMedia(
  messages: readonly ChatMessage[],
  count: Tokenizer['count'],
): {
  images: number;
  audio: number;
  files: number;
} {
  const total = { images: 0, audio: 0, files: 0 };
  for (const message of messages) {
    if (message.role !== 'user' || typeof message.content === 'string') continue;
    for (const part of message.content) {
      if (part.type === 'image_url') {
        total.images += part.image_url.detail === 'low' ? LOW : LOW + TILE * tilesOf(part.image_url.url);
      } else if (part.type === 'input_audio') {
        total.audio += Math.ceil(bytesOf(part.input_audio.data) / BYTES_PER_AUDIO_TOKEN);
      } else if (part.type === 'video_url') {
        const { url } = part.video_url;
        total.files += countVideo(url.slice(url.indexOf(',') + 1));
      } else if (part.type === 'file') {
        total.files += countFile(part.file.file_data ?? '', count) + count(part.file.filename ?? '');
      }
    }
  }
  return total;
}

function countVideo(base64: string): number {
  const size = sizeOfVideo(base64);
  const along = (pixels: number) => Math.ceil(pixels / VIDEO_SQUARE_PIXELS);
  const squares = size ? along(size.width) * along(size.height) : MAX_VIDEO_SQUARES;
  return Math.ceil((secondsOfVideo(base64) * Math.min(MAX_VIDEO_SQUARES, squares)) / 2);
}

/** A text file is read as it is, after its name. */
function countFile(data: string, count: Tokenizer['count']): number {
  const [start] = /^data:text\/[^,]*,/.exec(data) ?? [];
  if (start === undefined) return Math.ceil(bytesOf(data) / BYTES_PER_FILE_TOKEN);
  return count(Buffer.from(data.slice(start.length), 'base64').toString('utf8'));
}

function tilesOf(url: string): number {
  const [start] = /^data:image\/\w+;base64,/.exec(url) ?? [];
  const size = start === undefined ? null : sizeOfImage(url.slice(start.length));
  if (!size) return UNKNOWN_TILES;
  const { width, height } = size;
  // Fitted into 2048 by 2048, then the shorter side to 768.
  const fitted = Math.min(1, 2048 / Math.max(width, height));
  const scale = fitted * Math.min(1, 768 / (fitted * Math.min(width, height)));
  const along = (pixels: number) => Math.max(1, Math.ceil((pixels * scale) / TILE_PIXELS));
  return along(width) * along(height);
}

/** Bytes of base64 text. */
function bytesOf(base64: string): number {
  return Math.ceil((base64.length * 3) / 4);
}

import type { PixelSize } from '#app/contracts/cost.ts';
import { sentPicture } from '#app/core/files/media/sent-picture.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';

/** Bytes of pictures that one prompt brings; those of one message always fit. */
export const MOST_PICTURE_BYTES = 20 * 1024 * 1024;
/** Some makers take no more of them, however small they are. */
const MOST_PICTURES = 50;

/** The pictures of a prompt. */
export interface PromptPictures {
  /** Sizes of those that are sent. */
  sizes: readonly PixelSize[];
  /** What they weigh, in tokens. */
  tokens: number;
  /** The oldest message whose pictures are sent; null where none are, or only those of the new message. */
  fromId: string | null;
  /** How many pictures of sent messages are left out. */
  omitted: number;
}

/**
 * Chooses which pictures of a branch a prompt takes along, from its end upwards. Where one message's would be too much,
 * all that are older are left out, so that the model never sees an old one without a newer.
 * @param weigh tokens of a picture for the model; null for a model that sees none
 */
export function createPromptPictures(weigh: ((size: PixelSize) => number) | null) {
  const sizes: PixelSize[] = [];
  let tokens = 0;
  let bytes = 0;
  let omitted = 0;
  let fromId: string | null = null;
  let isFull = weigh === null;

  /** What those of the next older message weigh; 0 where they are left out. */
  function tokensOf(pictures: readonly FileRecord[]): number {
    if (isFull || !fits(pictures)) return 0;
    return pictures.reduce((sum, picture) => sum + weigh!(sentPicture(picture).size), 0);
  }

  function fits(pictures: readonly FileRecord[]): boolean {
    const more = pictures.reduce((sum, picture) => sum + sentPicture(picture).mostBytes, 0);
    return bytes + more <= MOST_PICTURE_BYTES && sizes.length + pictures.length <= MOST_PICTURES;
  }

  /** Takes those of the next older message along, or leaves them out. @param messageId null for a new one */
  function add(pictures: readonly FileRecord[], messageId: string | null): void {
    if (pictures.length === 0) return;
    tokens += tokensOf(pictures);
    if (isFull || !fits(pictures)) {
      isFull = true;
      omitted += pictures.length;
      return;
    }
    fromId = messageId;
    for (const sent of pictures.map(sentPicture)) {
      sizes.push(sent.size);
      bytes += sent.mostBytes;
    }
  }

  return {
    tokensOf,
    add,
    result: (): PromptPictures => ({ sizes: [...sizes], tokens, fromId, omitted }),
  };
}

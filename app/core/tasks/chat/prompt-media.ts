import { sentPicture } from '#app/core/files/media/sent-picture.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';

/** Bytes of pictures that one prompt brings; those of one message always fit. */
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
/** Bytes of videos: as base64 they stay below the 20 MB that Vertex AI takes in a request. */
export const MAX_VIDEO_BYTES = 14 * 1024 * 1024;
/** Some makers take no more pictures, however small they are. */
const MAX_FILES = 50;

/** The pictures and videos of a prompt. */
export interface PromptMedia {
  /** Those that are sent, the newest message's first. */
  files: readonly FileRecord[];
  /** Their weight, in tokens. */
  tokens: number;
  /** The oldest message whose files are sent; null where none are, or only those of the new message. */
  fromId: string | null;
  /** How many pictures and videos of sent messages are left out. */
  omitted: number;
  /** Videos are among those, because the model takes none. */
  omitsVideos: boolean;
}

/**
 * Chooses which pictures and videos of a branch a prompt takes along, from its end upwards. Where one message's would be
 * too much, all that are older are left out, so that the model never sees an old one without a newer.
 * @param weigh tokens of a file for the model; null for one of a kind that it does not take
 */
export function createPromptMedia(weigh: (file: FileRecord) => number | null) {
  const sent: FileRecord[] = [];
  let tokens = 0;
  let omitted = 0;
  let omitsVideos = false;
  let fromId: string | null = null;
  let isFull = false;

  const takenOf = (files: readonly FileRecord[]) => files.filter((file) => weigh(file) !== null);
  const fits = (more: readonly FileRecord[]) => {
    const all = [...sent, ...more];
    return (
      all.length <= MAX_FILES &&
      bytesOf(all, 'image') <= MAX_PICTURE_BYTES &&
      bytesOf(all, 'video') <= MAX_VIDEO_BYTES
    );
  };

  /** What those of the next older message weigh; 0 where they are left out. */
  function tokensOf(files: readonly FileRecord[]): number {
    const taken = takenOf(files);
    if (isFull || !fits(taken)) return 0;
    return taken.reduce((sum, file) => sum + weigh(file)!, 0);
  }

  /** Takes those of the next older message along, or leaves them out. @param messageId null for a new one */
  function add(files: readonly FileRecord[], messageId: string | null): void {
    const taken = takenOf(files);
    omitted += files.length - taken.length;
    omitsVideos ||= files.some((file) => file.kind === 'video' && !taken.includes(file));
    if (taken.length === 0) return;
    if (isFull || !fits(taken)) {
      isFull = true;
      omitted += taken.length;
      return;
    }
    tokens += tokensOf(taken);
    fromId = messageId;
    sent.push(...taken);
  }

  return {
    tokensOf,
    add,
    result: (): PromptMedia => ({ files: [...sent], tokens, fromId, omitted, omitsVideos }),
  };
}

/** Bytes of the files of a kind as they are sent. */
export function bytesOf(files: readonly FileRecord[], kind: FileRecord['kind']): number {
  return files
    .filter((file) => file.kind === kind)
    .reduce((sum, file) => sum + (kind === 'image' ? sentPicture(file).mostBytes : file.bytes), 0);
}

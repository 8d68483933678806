import { AppError } from '#app/contracts/errors.ts';
import {
  countEach,
  countTokens,
  PER_MESSAGE,
  PER_PROMPT,
  type CountedFor,
} from '#app/core/catalogue/tokens/count-tokens.ts';
import { spreadText, type TextSpread } from '#app/core/catalogue/tokens/max-tokens.ts';
import { countBranch, readAncestors, type Ancestor } from '#app/core/conversations/ancestors.ts';
import { sentPicture } from '#app/core/files/media/sent-picture.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { Tx } from '#db/transaction.ts';

export interface Branch {
  conversationId: string | null;
  /** The message to read upwards from, or null for a new conversation. */
  fromId: string | null;
  /** True when that message is the one to be answered: it must be sent. */
  isAnswered: boolean;
}

/** A prompt that fits into the model's window. */
export interface FittedPrompt {
  /** Of its words. */
  tokens: number;
  media: PromptMedia;
  /** Pictures and videos of the message that is answered. */
  askedFiles: readonly FileRecord[];
  /** What bounds the tokens of a tokenizer that is not at hand. */
  spread: TextSpread;
  /** How many turns it has. */
  turns: number;
  /** Of each of the texts that must be sent, without the margin of its tokenizer. */
  ownTokens: number[];
  /** The oldest message that is sent, or null when only the new text is. */
  oldestId: string | null;
  /** Messages of the branch that are older than what is sent. */
  omittedMessages: number;
}

/** What bounds a prompt, and what it must hold. */
interface PromptBounds extends CountedFor {
  /** The texts that must be sent: the system prompt, the new message, the reply so far. */
  own: string[];
  /** Pictures and videos of the new message. */
  ownFiles: readonly FileRecord[];
  /** Tokens that the window has for the prompt, by the count of its tokenizer. */
  room: number;
  tokenizer: string;
  /** The factor of a count before it is compared with the window; pictures and videos need none. */
  margin: number;
  /** Tokens of a picture or a video; null for one that the model does not take. */
  weighFile: (file: FileRecord) => number | null;
}

/** Bytes of pictures that one prompt brings; those of one message always fit. */
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

/** Bytes of videos: as base64 they stay below the 20 MB that Vertex AI takes in a request. */
export const MAX_VIDEO_BYTES = 14 * 1024 * 1024;

/** Some makers take no more pictures, however small they are. */
const MAX_FILES = 50;

/** The pictures and videos of a prompt. */
interface PromptMedia {
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
 * Chooses how much of a branch a prompt takes along: from its end upwards until the window is full. The
 * oldest turns are left out, and a prompt never begins with a reply.
 * @throws AppError context_length when what must be sent does not fit alone
 */
export async function fitPrompt(
  tx: Tx,
  { conversationId, fromId, isAnswered }: Branch,
  { own, ownFiles, room, tokenizer, margin, weighFile, ...counted }: PromptBounds,
): Promise<FittedPrompt> {
  let tokens = PER_PROMPT;
  const ownTokens = await countEach(own, tokenizer, { ...counted, atMost: room });
  for (const count of ownTokens) tokens += PER_MESSAGE + count;
  const media = createPromptMedia(weighFile);
  media.add(ownFiles, null);
  /** What of the window is taken, with the files of a further message. */
  const taken = (more: readonly FileRecord[]) =>
    tokens + (media.result().tokens + media.tokensOf(more)) / margin;
  if (taken([]) > room) throw tooLong(taken([]), room);
  const spread = { letters: 0, others: 0 };
  for (const text of own) spreadText(text, spread);
  let turns = own.length;
  let oldest: Ancestor | null = null;
  let oldestTokens = tokens;
  let omittedMessages = 0;
  let askedFiles = ownFiles;
  /** Files that the reply to the next older message is: they go along with that, or stay behind. */
  let made: readonly FileRecord[] = [];
  if (conversationId !== null && fromId !== null) {
    let isFull = false;
    for await (const message of readAncestors(tx, conversationId, fromId)) {
      if (isAnswered && message.id === fromId) askedFiles = message.files;
      tokens +=
        PER_MESSAGE +
        (message.tokens ?? (await countTokens(message.text, tokenizer, { ...counted, atMost: room })));
      const shown = [...made, ...message.files];
      isFull = taken(shown) > room;
      if (isFull) break;
      spreadText(message.text, spread);
      turns += 1;
      made = message.isCreatedByUser ? [] : shown;
      if (!message.isCreatedByUser) continue;
      media.add(shown, message.id);
      oldest = message;
      oldestTokens = tokens;
    }
    if (isFull && isAnswered && oldest === null) throw tooLong(tokens, room);
    if (isFull) omittedMessages = await countBranch(tx, conversationId, oldest?.parentId ?? fromId);
  }
  return {
    tokens: oldestTokens,
    media: media.result(),
    askedFiles,
    ownTokens,
    spread,
    turns,
    oldestId: oldest?.id ?? null,
    omittedMessages,
  };
}

function tooLong(tokens: number, room: number): AppError {
  return new AppError('context_length', { param: 'text', params: { tokens: Math.ceil(tokens), room } });
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

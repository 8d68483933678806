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
import { sentImage } from '#app/core/files/media/sent-image.ts';
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
  /** Tokens of its text. */
  tokens: number;
  media: PromptMedia;
  /** Images and videos of the message that is answered. */
  answeredFiles: readonly FileRecord[];
  /** Bounds the tokens for a tokenizer that we do not have. */
  spread: TextSpread;
  /** Number of turns. */
  turns: number;
  /** Tokens of each text that must be sent, without the margin of its tokenizer. */
  ownTokens: number[];
  /** The oldest message that is sent, or null when only the new text is. */
  oldestId: string | null;
  /** Number of messages of the branch that are older than the sent ones. */
  omittedMessages: number;
}

/** Limits of a prompt, and its mandatory texts. */
interface PromptBounds extends CountedFor {
  /** The texts that must be sent: the system prompt, the new message, the reply so far. */
  own: string[];
  /** Images and videos of the new message. */
  ownFiles: readonly FileRecord[];
  /** Tokens that the window has for the prompt, as counted by its tokenizer. */
  room: number;
  tokenizer: string;
  /** The factor applied to a count before it is compared with the window; images and videos need none. */
  margin: number;
  /** Tokens of an image or a video; null for one that the model does not accept. */
  weighFile: (file: FileRecord) => number | null;
}

/** Max bytes of images in one prompt; those of one message always fit. */
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** Max bytes of videos: as base64 they stay below the 20 MB that Vertex AI accepts in a request. */
export const MAX_VIDEO_BYTES = 14 * 1024 * 1024;

/** Some providers accept no more images, however small they are. */
const MAX_FILES = 50;

/** The images and videos of a prompt. */
interface PromptMedia {
  /** The files that are sent, those of the newest message first. */
  files: readonly FileRecord[];
  /** Their tokens. */
  tokens: number;
  /** The oldest message whose files are sent; null when there are none, or only those of the new message. */
  fromId: string | null;
  /** Number of images and videos of sent messages that are left out. */
  omitted: number;
  /** True when videos are left out because the model accepts none. */
  omitsVideos: boolean;
}

/**
 * Chooses how much of a branch fits into a prompt: from its end upwards until the window is full. The oldest
 * turns are left out, and a prompt never begins with a reply.
 * @throws AppError context_length when the mandatory texts alone do not fit
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
  /** Tokens of the window in use, including the files of one more message. */
  const used = (more: readonly FileRecord[]) =>
    tokens + (media.result().tokens + media.tokensOf(more)) / margin;
  if (used([]) > room) throw tooLong(used([]), room);
  const spread = { letters: 0, others: 0 };
  for (const text of own) spreadText(text, spread);
  let turns = own.length;
  let oldest: Ancestor | null = null;
  let oldestTokens = tokens;
  let omittedMessages = 0;
  let answeredFiles = ownFiles;
  /** Files that the next older reply created: sent or left out together with the message it replies to. */
  let created: readonly FileRecord[] = [];
  if (conversationId !== null && fromId !== null) {
    let isFull = false;
    for await (const message of readAncestors(tx, conversationId, fromId)) {
      if (isAnswered && message.id === fromId) answeredFiles = message.files;
      tokens +=
        PER_MESSAGE +
        (message.tokens ?? (await countTokens(message.text, tokenizer, { ...counted, atMost: room })));
      const shown = [...created, ...message.files];
      isFull = used(shown) > room;
      if (isFull) break;
      spreadText(message.text, spread);
      turns += 1;
      created = message.isCreatedByUser ? [] : shown;
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
    answeredFiles,
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
 * Chooses the images and videos of a branch that a prompt includes, from its end upwards. If the files of one
 * message would exceed a limit, all older files are left out, so that the model never gets an old file
 * without a newer one.
 * @param weigh tokens of a file for the model; null for one of a kind that it does not accept
 */
export function createPromptMedia(weigh: (file: FileRecord) => number | null) {
  const sent: FileRecord[] = [];
  let tokens = 0;
  let omitted = 0;
  let omitsVideos = false;
  let fromId: string | null = null;
  let isFull = false;

  const acceptedOf = (files: readonly FileRecord[]) => files.filter((file) => weigh(file) !== null);
  const fits = (more: readonly FileRecord[]) => {
    const all = [...sent, ...more];
    return (
      all.length <= MAX_FILES &&
      bytesOf(all, 'image') <= MAX_IMAGE_BYTES &&
      bytesOf(all, 'video') <= MAX_VIDEO_BYTES
    );
  };

  /** Tokens of the files of the next older message; 0 when they are left out. */
  function tokensOf(files: readonly FileRecord[]): number {
    const accepted = acceptedOf(files);
    if (isFull || !fits(accepted)) return 0;
    return accepted.reduce((sum, file) => sum + weigh(file)!, 0);
  }

  /** Includes the files of the next older message, or leaves them out. @param messageId null for a new one */
  function add(files: readonly FileRecord[], messageId: string | null): void {
    const accepted = acceptedOf(files);
    omitted += files.length - accepted.length;
    omitsVideos ||= files.some((file) => file.kind === 'video' && !accepted.includes(file));
    if (accepted.length === 0) return;
    if (isFull || !fits(accepted)) {
      isFull = true;
      omitted += accepted.length;
      return;
    }
    tokens += tokensOf(accepted);
    fromId = messageId;
    sent.push(...accepted);
  }

  return {
    tokensOf,
    add,
    result: (): PromptMedia => ({ files: [...sent], tokens, fromId, omitted, omitsVideos }),
  };
}

/** Bytes of the files of a kind in the form in which they are sent. */
export function bytesOf(files: readonly FileRecord[], kind: FileRecord['kind']): number {
  return files
    .filter((file) => file.kind === kind)
    .reduce((sum, file) => sum + (kind === 'image' ? sentImage(file).maxBytes : file.bytes), 0);
}

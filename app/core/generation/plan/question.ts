import type { PromptMessage } from '#app/contracts/completion.ts';
import { AppError } from '#app/contracts/errors.ts';
import { MAX_PROMPT_FILES } from '#app/contracts/files/file-types.ts';
import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import type { Output, Pair } from '#app/contracts/playground/playground.ts';
import { readImage } from '#app/core/files/media/read-image.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { readHistory, type Turn } from '#app/core/playground/history.ts';
import { readPromptFiles } from '#app/core/playground/prompt-files.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** A question to a pair in the playground. */
export interface Question {
  userId: string;
  pair: Pair;
  /** null in a new conversation. */
  playgroundId: string | null;
  text: string;
  output: Output;
  options: PlaygroundOptions;
  /** Files sent with it. */
  files: readonly FileRecord[];
  /** Reads an image for models once, however many pairs are called. */
  readOnce: ImageReader;
  /** Position of an existing prompt; null for a new one, which comes last. */
  position: number | null;
}

/** An answer of a pair to a playground prompt. */
export interface CellAsk extends Question {
  cellId: string;
  generationId: string;
  playgroundId: string;
  requestId: string;
}

type AnsweredTurn = Pick<Turn, 'prompt' | 'answer'> & { files: readonly FileRecord[] };

/** Returns an image as a data: URL for a model; null if it cannot be read any more. */
type ImageReader = (file: FileRecord) => Promise<string | null>;

/**
 * Loads a pair's earlier prompts and answers, and the prompt. Images are included, newest first, as many as
 * one prompt may have: each is sent to each of up to twelve pairs.
 * @throws AppError conflict while its last answer is still running
 */
export async function loadMessages(question: Question): Promise<PromptMessage[]> {
  const turns = await readTurns(question);
  let room = MAX_PROMPT_FILES;
  const messages: PromptMessage[] = [];
  for (const { prompt, answer, files } of [
    ...turns,
    { prompt: question.text, answer: '', files: question.files },
  ].reverse()) {
    const shown = files.slice(0, room);
    room -= shown.length;
    if (answer !== '') messages.unshift({ role: 'assistant', content: answer });
    messages.unshift({ role: 'user', content: await contentOf(prompt, shown, question.readOnce) });
  }
  return messages;
}

async function readTurns({ pair, playgroundId, position, userId }: Question): Promise<AnsweredTurn[]> {
  if (playgroundId === null) return [];
  const turns = await readHistory(AUTOCOMMIT, { ...pair, playgroundId, before: position });
  if (turns.at(-1)?.isOpen)
    throw new AppError('conflict', {
      param: 'conversationId',
      message: 'The previous answer is still in progress.',
    });
  // An answer that failed before its first output is no use to the model.
  const answered = turns.filter(({ answer }) => answer !== '');
  const promptIds = answered.map(({ promptId }) => promptId);
  const sent = await readPromptFiles(AUTOCOMMIT, { userId, promptIds });
  return answered.map((turn) => ({ ...turn, files: sent.get(turn.promptId)?.files ?? [] }));
}

/** Images before the text that refers to them. */
async function contentOf(
  text: string,
  images: readonly FileRecord[],
  read: ImageReader,
): Promise<Extract<PromptMessage, { role: 'user' }>['content']> {
  const urls: string[] = [];
  // One after the other: each is decoded completely.
  for (const image of images) {
    const url = await read(image);
    if (url !== null) urls.push(url);
  }
  if (urls.length === 0) return text;
  const parts = urls.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
  return text === '' ? parts : [...parts, { type: 'text', text }];
}

/** Creates a reader that reads each image once, for all pairs of a prompt. */
export function imageReader(): ImageReader {
  const read = new Map<string, Promise<string | null>>();
  return (file) => {
    const known = read.get(file.id) ?? readImage(file);
    read.set(file.id, known);
    return known;
  };
}

import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import type { Output, Pair } from '#app/contracts/playground/playground.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { PictureReader } from './picture-reader.ts';

/** What a pair is asked in the playground. */
export interface Question {
  userId: string;
  pair: Pair;
  /** null in a new conversation. */
  playgroundId: string | null;
  text: string;
  output: Output;
  options: PlaygroundOptions;
  /** What it is sent with. */
  files: readonly FileRecord[];
  /** Reads a picture for models once, however many pairs are asked. */
  readOnce: PictureReader;
  /** Position of its prompt, where that is not the last; null for a new one. */
  position: number | null;
}

/** An answer that a pair is to give to a prompt of the playground. */
export interface CellAsk extends Question {
  cellId: string;
  generationId: string;
  playgroundId: string;
  requestId: string;
}

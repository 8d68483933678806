import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import type { CallWriter } from '../answering/call-stream.server.ts';
import { endError } from '../answering/end-error.ts';
import { toWireUsage } from '../wire-usage.ts';
import { ofPrompt } from './of-prompt.ts';
import { toFinish, toTextCompletion, wordsOf, type TextFacts } from './text-completion.ts';

interface ChunkOptions {
  facts: TextFacts;
  /** How many choices were asked for. */
  choices: number;
  includeUsage: boolean;
}

/** The pieces of one streamed text. */
export class TextChunks implements CallWriter {
  readonly #options: ChunkOptions;

  constructor(options: ChunkOptions) {
    this.#options = options;
  }

  /** Texts have nothing before their first words. */
  opening(): string {
    return this.#chunk(0, '', null);
  }

  piece(entry: LogEntry): string {
    const said = wordsOf(entry);
    return said ? this.#chunk(said.choice, said.text, null) : '';
  }

  closing(end: ReplyEnd): string {
    if (end.state !== 'done') return this.failure(ofPrompt(endError(end, 'prompt')));
    const { choices, facts, includeUsage } = this.#options;
    const ends = Array.from({ length: choices }, (_, index) =>
      this.#chunk(index, '', toFinish(end.finishReasons?.[index] ?? end.finishReason)),
    );
    const usage = includeUsage ? dataOf({ ...toTextCompletion(facts, []), usage: toWireUsage(end) }) : '';
    return `${ends.join('')}${usage}data: [DONE]\n\n`;
  }

  /** Nothing follows it. */
  failure(error: AppError): string {
    return dataOf(publicError(error));
  }

  #chunk(index: number, text: string, finish: ReturnType<typeof toFinish>): string {
    const { facts } = this.#options;
    return dataOf(toTextCompletion(facts, [{ index, text, logprobs: null, finish_reason: finish }]));
  }
}

function dataOf(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

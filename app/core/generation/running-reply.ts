import { deltaText } from '#app/contracts/completion.ts';
import type {
  FinishReason,
  LogEntry,
  ReplyDelta,
  ReplyEnd,
  ReplyStart,
  ReplyVector,
} from '#app/contracts/generation.ts';
import type { Candidate } from './candidate.ts';
import type { Attempt } from './failover.ts';
import type { Generation } from './row.ts';

/**
 * A reply while this worker produces it. The whole text and every event stay in memory until the end, so
 * that a Redis that comes back empty can be given everything again.
 */
export class RunningReply {
  readonly generation: Generation;
  readonly attempt: number;
  /** Aborted with one of the reasons below; the provider's connection closes with it. */
  readonly abort = new AbortController();
  /** Its claim is on disk. Until then its row may say something else, and nobody hears what it says. */
  isStored = false;
  text: string;
  thinking = '';
  /** What choices said beside the text (tool calls, refusals, further choices), as one text: for counting. */
  asides = '';
  /** How many inputs have become vectors. */
  vectors = 0;
  /** By choice; a hole is a choice that has not ended. */
  readonly finishReasons: FinishReason[] = [];
  /** Who answers: the candidate that began to. */
  servedBy: Candidate | null = null;
  /** Every call to a provider that was made for it. */
  readonly attempts: Attempt[] = [];
  firstTokenAt: Date | null = null;
  /** Numbered from 1: entry n stands at n - 1. JSON, as it goes into the log. */
  readonly entries: string[] = [];
  /** How many entries Redis has acknowledged. */
  published = 0;
  /** Until when its log is kept at least, on this process's clock (`performance.now`). */
  keptUntil = 0;
  /** Length of the text at the last checkpoint; -1 before the first. */
  checkpointed = -1;
  /** Its last entry is among them. */
  hasEnded = false;
  #openText = '';
  #openThinking = '';

  constructor(generation: Generation) {
    this.generation = generation;
    this.attempt = generation.attempt;
    this.text = generation.prefixText ?? '';
    // A continued reply begins with what it already said, so that readers and log need no special case.
    this.#openText = this.text;
  }

  addText(text: string): void {
    if (this.#openThinking) this.#closeOpen();
    this.text += text;
    this.#openText += text;
  }

  addThinking(text: string): void {
    if (this.#openText) this.#closeOpen();
    this.thinking += text;
    this.#openThinking += text;
  }

  /** Says who begins to answer: the first entry of the log. */
  start(start: ReplyStart): void {
    this.#push(start);
  }

  addDelta(delta: ReplyDelta): void {
    this.#closeOpen();
    this.asides += deltaText(delta.delta);
    this.#push(delta);
  }

  addVector(vector: ReplyVector): void {
    this.vectors += 1;
    this.#push(vector);
  }

  /** True when this run itself has said anything. */
  get hasWords(): boolean {
    return (
      this.text.length > (this.generation.prefixText?.length ?? 0) || this.asides !== '' || this.vectors > 0
    );
  }

  /** Entries that are not published yet; pieces that arrived since the last call become one entry. */
  takeEntries(): string[] {
    this.#closeOpen();
    return this.entries.slice(this.published);
  }

  /** Everything that was said so far, published or not. */
  allEntries(): string[] {
    this.#closeOpen();
    return [...this.entries];
  }

  end(end: ReplyEnd): void {
    this.hasEnded = true;
    this.#closeOpen();
    this.#push(end);
  }

  get hasNews(): boolean {
    return this.#openText !== '' || this.#openThinking !== '' || this.published < this.entries.length;
  }

  #closeOpen(): void {
    if (this.#openThinking) {
      this.#push({
        type: 'thinking',
        at: this.thinking.length - this.#openThinking.length,
        text: this.#openThinking,
      });
      this.#openThinking = '';
    }
    if (this.#openText) {
      this.#push({ type: 'text', at: this.text.length - this.#openText.length, text: this.#openText });
      this.#openText = '';
    }
  }

  #push(event: LogEntry): void {
    this.entries.push(JSON.stringify(event));
  }
}

/** Why a run was aborted from outside. */
export class RunAborted extends Error {
  readonly reason: 'stopped' | 'lost' | 'deadline' | 'shutdown';

  constructor(reason: RunAborted['reason']) {
    super(`The run was aborted: ${reason}`);
    this.name = 'RunAborted';
    this.reason = reason;
  }
}

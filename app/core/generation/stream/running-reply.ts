import { deltaText } from '#app/contracts/completion.ts';
import type {
  FinishReason,
  LogEntry,
  ReplyDelta,
  ReplyEnd,
  ReplyStart,
  ReplyVector,
} from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { MediaPartial } from '#app/core/providers/contract.ts';
import { RunAborted } from './run-aborted.ts';

/** Max characters of a log entry: a larger piece, or a backlog while Redis was away, is split. */
const MAX_ENTRY_CHARACTERS = 64 * 1024;

/** Max characters of a run's output: four times the longest answer, and its row is stored by one statement. */
const MAX_OUTPUT_CHARACTERS = 2 * 1024 * 1024;

/** A provider that continued a truncated answer, and its start offset in the text. */
export interface ContinuationStart {
  candidate: Candidate;
  at: number;
}

/** The state that a lost worker left of a reply: its log, and the text in it. */
interface EarlierOutput {
  entries: readonly string[];
  text: string;
  thinking: string;
}

/** The remaining state of such a reply. */
type EarlierFacts = Pick<
  RunningReply,
  'answeredBy' | 'parts' | 'usage' | 'isUsageBehind' | 'attempts' | 'firstTokenAt' | 'suggestions'
>;

/** Start of the log entry of an unfinished image. */
const PARTIAL = '{"type":"partial"';

/**
 * A reply while this worker produces it. The whole text and every event stay in memory until the end, so that
 * everything can be rewritten if Redis comes back empty.
 */
export class RunningReply {
  readonly generation: Generation;
  readonly attempt: number;
  /** Aborted with a `RunAborted`; this also closes the provider's connection. */
  readonly abort = new AbortController();
  /** Its claim is committed. Until then its row may belong to another attempt: nothing is published. */
  isStored = false;
  text: string;
  thinking = '';
  /** Tool calls, refusals and further choices, joined to one text for counting. */
  nonTextOutput = '';
  /** Number of inputs that have become vectors. */
  vectors = 0;
  /** Stored images and videos of this run; their rows are written at the end. */
  readonly files: FileRecord[] = [];
  /** Finish reasons by choice; a hole is a choice that has not ended. */
  readonly finishReasons: FinishReason[] = [];
  /** The caller's stop sequence that ended the reply, if the provider reports it. */
  stopSequence: string | undefined;
  /** Follow-up questions suggested by the provider. */
  suggestions: readonly string[] = [];
  /** The candidate that began to answer. */
  answeredBy: Candidate | null = null;
  /** Candidates that continued the answer after it was cut off. */
  readonly parts: ContinuationStart[] = [];
  /** The candidate that is being called, from the request on; null once the call has failed. */
  called: Candidate | null = null;
  /** The whole call was sent to it (`onSent`, providers/contract.ts). */
  isSent = false;
  /** It accepted the call (`onTaken`). */
  isTaken = false;
  /** The reader left: end when the provider accepts the call (`taken`), or when its usage is known. */
  leftUntil: 'taken' | 'usage' | null = null;
  /** Usage as that provider reported it so far. */
  usage: TokenUsage | null = null;
  /** More output arrived after that report. */
  isUsageBehind = false;
  /** Number of workers that died while running it. */
  losses = 0;
  /** Every provider call made for it. */
  readonly attempts: Attempt[] = [];
  firstTokenAt: Date | null = null;
  /** Log entries as JSON, numbered from 1: entry n is at index n - 1. */
  readonly entries: string[] = [];
  /** Number of entries that Redis has acknowledged. */
  published = 0;
  /** Earliest expiry of its log, on this process's clock (`performance.now`, in milliseconds). */
  logExpiresAt = 0;
  /** Its size at the last checkpoint; -1 before the first. */
  checkpointed = -1;
  /** Its `end` entry was added. */
  hasEnded = false;
  #openText = '';
  #openThinking = '';
  /** Choices with output other than plain text. */
  readonly #choices = new Set<number>();
  #hasSigned = false;

  constructor(generation: Generation) {
    this.generation = generation;
    this.attempt = generation.attempt;
    this.text = generation.prefixText ?? '';
    // A continued reply begins with the text it already has, so that readers and log need no special case.
    this.#openText = this.text;
  }

  /** Starts from the state that a lost worker left, which is in the log already. */
  takeOver({ entries, text, thinking }: EarlierOutput, facts: EarlierFacts): void {
    this.entries.push(...entries);
    this.published = entries.length;
    this.text = text;
    this.thinking = thinking;
    this.#openText = '';
    this.parts.push(...facts.parts);
    this.attempts.push(...facts.attempts);
    this.answeredBy = facts.answeredBy;
    this.called = facts.answeredBy;
    this.isSent = this.isTaken = facts.answeredBy !== null;
    this.usage = facts.usage;
    this.isUsageBehind = facts.isUsageBehind;
    this.firstTokenAt = facts.firstTokenAt;
    this.suggestions = facts.suggestions;
  }

  /** Begins a call to a candidate, or null after a failed call; earlier usage does not apply. */
  startCall(candidate: Candidate | null): void {
    this.called = candidate;
    this.isSent = false;
    this.isTaken = false;
    this.usage = null;
    this.isUsageBehind = false;
    // Failover to another provider happens only for a reader that is still there.
    if (this.leftUntil) this.abort.abort(new RunAborted('stopped'));
  }

  /** Records that the provider accepted the call: it may bill the prompt from here on. */
  acceptCall(): void {
    this.isTaken = true;
    if (this.leftUntil === 'taken') this.abort.abort(new RunAborted('stopped'));
  }

  /**
   * Ends the run for its reader: at once, or once it is known whether the provider accepted the call.
   * @param until `usage`: the run continues until its provider reports the usage
   */
  leave(until: 'taken' | 'usage'): void {
    this.leftUntil = until;
    if (!this.isSent || (this.isTaken && until === 'taken')) this.abort.abort(new RunAborted('stopped'));
  }

  /** Records the usage that the provider has reported so far. */
  count(usage: TokenUsage): void {
    this.usage = usage;
    this.isUsageBehind = false;
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

  /** Adds the first entry of the log, which names the candidate that answers. */
  start(start: ReplyStart): void {
    this.#push(start);
  }

  /** Marks the following output as a candidate's continuation. */
  startContinuation(candidate: Candidate): void {
    this.#closeOpen();
    this.parts.push({ candidate, at: this.text.length });
    this.#push({ type: 'resume', model: candidate.model, provider: candidate.provider });
  }

  addDelta(delta: ReplyDelta): void {
    this.#closeOpen();
    this.nonTextOutput += deltaText(delta.delta);
    this.#choices.add(delta.choice);
    this.#hasSigned ||= delta.delta.reasoning_details !== undefined;
    this.#push(delta);
  }

  addVector(vector: ReplyVector): void {
    this.vectors += 1;
    this.#push(vector);
  }

  addPartial({ index, mimeType, bytes }: MediaPartial): void {
    this.#push({ type: 'partial', index, mimeType, base64: bytes.toString('base64') });
  }

  /** Lists the files that were made; called right before the end. */
  nameFiles(): void {
    this.files.sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
    for (const { place, id: fileId, mimeType, width, height, seconds } of this.files)
      this.#push({ type: 'piece', index: place ?? 0, fileId, mimeType, width, height, seconds });
  }

  /** This run's own output if it is plain text; null if it has any other output. */
  get plainText(): string | null {
    const isPlain = this.#choices.size === 0 && this.vectors === 0 && this.files.length === 0;
    return isPlain ? this.text.slice(this.generation.prefixText?.length ?? 0) : null;
  }

  /** True when this run itself produced text, other output, vectors or files. */
  get hasWords(): boolean {
    return (
      this.text.length > (this.generation.prefixText?.length ?? 0) ||
      this.nonTextOutput !== '' ||
      this.vectors > 0 ||
      this.files.length > 0
    );
  }

  /** True when the run produced anything, shown or signed reasoning included. */
  get hasOutput(): boolean {
    return this.hasWords || this.thinking !== '' || this.#hasSigned;
  }

  /** The candidate that answered, or the one that had accepted the call when it ended. */
  get answering(): Candidate | null {
    return this.answeredBy ?? (this.isTaken ? this.called : null);
  }

  /**
   * The first choice's finish reason; null while it or any other choice that began has none: the stream was
   * cut. A provider that returns fewer choices than requested still gave a complete answer.
   */
  get finishReason(): FinishReason | null {
    for (const choice of this.#choices) if (!this.finishReasons[choice]) return null;
    return this.finishReasons[0] ?? null;
  }

  /** Whether this many more characters fit. Longer output is rejected, from any provider. */
  hasRoomFor(characters: number): boolean {
    return (
      this.text.length + this.thinking.length + this.nonTextOutput.length + characters <=
      MAX_OUTPUT_CHARACTERS
    );
  }

  /** Grows with everything that a checkpoint stores. */
  get size(): number {
    const characters = this.text.length + this.thinking.length + this.nonTextOutput.length;
    return characters + this.suggestions.length + (this.isTaken ? 1 : 0);
  }

  /** Returns the unpublished entries; pieces that arrived since the last call become one entry. */
  takeEntries(): string[] {
    this.#closeOpen();
    return this.entries.slice(this.published);
  }

  /** Returns all entries, published or not, without unfinished images. */
  allEntries(): string[] {
    this.#closeOpen();
    return this.entries.filter((entry) => !entry.startsWith(PARTIAL));
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
    this.#pushPieces('thinking', this.thinking.length - this.#openThinking.length, this.#openThinking);
    this.#openThinking = '';
    this.#pushPieces('text', this.text.length - this.#openText.length, this.#openText);
    this.#openText = '';
  }

  #pushPieces(type: 'text' | 'thinking', start: number, text: string): void {
    for (let at = 0; at < text.length; at += MAX_ENTRY_CHARACTERS)
      this.#push({ type, at: start + at, text: text.slice(at, at + MAX_ENTRY_CHARACTERS) });
  }

  #push(event: LogEntry): void {
    this.entries.push(JSON.stringify(event));
  }
}

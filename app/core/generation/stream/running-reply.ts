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

/** Of one entry: what a Redis that was away has not received, and what comes in one piece, goes on in further ones. */
const MOST_CHARACTERS = 64 * 1024;

/**
 * Of all that a run says, in characters: four times the longest answer that any model gives, and as much as a row can
 * take in one statement, whatever it is made of.
 */
const MOST_SAID = 2 * 1024 * 1024;

/** Who has gone on with an answer that was cut, and from where on in its text. */
export interface ResumedPart {
  candidate: Candidate;
  at: number;
}

/** What a worker that was lost has left of a reply: its log, and what that says. */
interface Earlier {
  entries: readonly string[];
  text: string;
  thinking: string;
}

/** The rest of it, as it stands in a reply. */
type EarlierFacts = Pick<
  RunningReply,
  'servedBy' | 'parts' | 'usage' | 'isUsageBehind' | 'attempts' | 'firstTokenAt' | 'suggestions'
>;

/** How the entry of a picture begins that is not finished. */
const PARTIAL = '{"type":"partial"';

/**
 * A reply while this worker produces it. The whole text and every event stay in memory until the end, so
 * that a Redis that comes back empty can be given everything again.
 */
export class RunningReply {
  readonly generation: Generation;
  readonly attempt: number;
  /** Aborted with one of the reasons below; the provider's connection closes with it. */
  readonly abort = new AbortController();
  /** Its claim is on disk. Until then its row may say something else, and nobody receives what it says. */
  isStored = false;
  text: string;
  thinking = '';
  /** What choices said beside the text (tool calls, refusals, further choices), as one text: for counting. */
  asides = '';
  /** How many inputs have become vectors. */
  vectors = 0;
  /** Pictures and videos that were made and stored; their rows are written at the end. */
  readonly files: FileRecord[] = [];
  /** By choice; a hole is a choice that has not ended. */
  readonly finishReasons: FinishReason[] = [];
  /** Which of the caller's stop sequences ended it, where its provider says so. */
  stopSequence: string | undefined;
  /** What its provider suggests to ask next. */
  suggestions: readonly string[] = [];
  /** Who answers: the candidate that began to. */
  servedBy: Candidate | null = null;
  /** Who has gone on where that one, or another, broke off. */
  readonly parts: ResumedPart[] = [];
  /** Whom a call is under way with, from its request on; null once that has failed. */
  asked: Candidate | null = null;
  /** It was sent the whole call (`onSent`, providers/contract.ts). */
  isSent = false;
  /** It has taken the call (`onTaken`). */
  isTaken = false;
  /** Its reader has left it: it ends when its provider takes the call, or runs on until its usage is known. */
  leftUntil: 'taken' | 'usage' | null = null;
  /** What it has counted so far. */
  usage: TokenUsage | null = null;
  /** Something was said since. */
  isUsageBehind = false;
  /** How many workers have died with it. */
  losses = 0;
  /** Every call to a provider that was made for it. */
  readonly attempts: Attempt[] = [];
  firstTokenAt: Date | null = null;
  /** Numbered from 1: entry n stands at n - 1. JSON, as it goes into the log. */
  readonly entries: string[] = [];
  /** How many entries Redis has acknowledged. */
  published = 0;
  /** Until when its log is kept at least, on this process's clock (`performance.now`). */
  keptUntil = 0;
  /** Its size at the last checkpoint; -1 before the first. */
  checkpointed = -1;
  /** Its last entry is among them. */
  hasEnded = false;
  #openText = '';
  #openThinking = '';
  /** Those that said something beside plain text. */
  readonly #choices = new Set<number>();
  #hasSigned = false;

  constructor(generation: Generation) {
    this.generation = generation;
    this.attempt = generation.attempt;
    this.text = generation.prefixText ?? '';
    // A continued reply begins with what it already said, so that readers and log need no special case.
    this.#openText = this.text;
  }

  /** Begins with what a worker that was lost has said: it stands in the log already. */
  takeOver({ entries, text, thinking }: Earlier, facts: EarlierFacts): void {
    this.entries.push(...entries);
    this.published = entries.length;
    this.text = text;
    this.thinking = thinking;
    this.#openText = '';
    this.parts.push(...facts.parts);
    this.attempts.push(...facts.attempts);
    this.servedBy = facts.servedBy;
    this.asked = facts.servedBy;
    this.isSent = this.isTaken = facts.servedBy !== null;
    this.usage = facts.usage;
    this.isUsageBehind = facts.isUsageBehind;
    this.firstTokenAt = facts.firstTokenAt;
    this.suggestions = facts.suggestions;
  }

  /** A provider is asked. What another one counted is not this one's. */
  ask(candidate: Candidate | null): void {
    this.asked = candidate;
    this.isSent = false;
    this.isTaken = false;
    this.usage = null;
    this.isUsageBehind = false;
    // Another provider is asked for a reader alone.
    if (this.leftUntil) this.abort.abort(new RunAborted('stopped'));
  }

  /** The provider may bill the prompt from here on. */
  take(): void {
    this.isTaken = true;
    if (this.leftUntil === 'taken') this.abort.abort(new RunAborted('stopped'));
  }

  /**
   * Ends it for its reader: at once, or as soon as it is known whether the provider that was sent the call has taken it.
   * @param until `usage`: it runs on, and its provider says what it used
   */
  leave(until: 'taken' | 'usage'): void {
    this.leftUntil = until;
    if (!this.isSent || (this.isTaken && until === 'taken')) this.abort.abort(new RunAborted('stopped'));
  }

  /** What was used so far, as its provider says. */
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

  /** Says who begins to answer: the first entry of the log. */
  start(start: ReplyStart): void {
    this.#push(start);
  }

  /** From here on it is another's. */
  resume(candidate: Candidate): void {
    this.#closeOpen();
    this.parts.push({ candidate, at: this.text.length });
    this.#push({ type: 'resume', model: candidate.model, provider: candidate.provider });
  }

  addDelta(delta: ReplyDelta): void {
    this.#closeOpen();
    this.asides += deltaText(delta.delta);
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

  /** Names what was made, where the end follows at once. */
  nameFiles(): void {
    this.files.sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
    for (const { place, id: fileId, mimeType, width, height, seconds } of this.files)
      this.#push({ type: 'piece', index: place ?? 0, fileId, mimeType, width, height, seconds });
  }

  /** What this run itself has said in plain text; null where it has said something else, too. */
  get plainText(): string | null {
    const isPlain = this.#choices.size === 0 && this.vectors === 0 && this.files.length === 0;
    return isPlain ? this.text.slice(this.generation.prefixText?.length ?? 0) : null;
  }

  /** True when this run itself has said or made anything. */
  get hasWords(): boolean {
    return (
      this.text.length > (this.generation.prefixText?.length ?? 0) ||
      this.asides !== '' ||
      this.vectors > 0 ||
      this.files.length > 0
    );
  }

  /** True when anything came out of it: thoughts that were shown or signed, too. */
  get hasOutput(): boolean {
    return this.hasWords || this.thinking !== '' || this.#hasSigned;
  }

  /** The candidate whose answer this is, or who had taken the call when it ended. */
  get server(): Candidate | null {
    return this.servedBy ?? (this.isTaken ? this.asked : null);
  }

  /**
   * The first choice's reason; null while it or any other that has begun has none: the stream was cut. A provider that
   * gives fewer choices than it was asked for has given a good answer all the same.
   */
  get finishReason(): FinishReason | null {
    for (const choice of this.#choices) if (!this.finishReasons[choice]) return null;
    return this.finishReasons[0] ?? null;
  }

  /** Whether so many more characters can be kept. What is longer is no answer, whoever gives it. */
  hasRoomFor(characters: number): boolean {
    return this.text.length + this.thinking.length + this.asides.length + characters <= MOST_SAID;
  }

  /** Grows with all that a checkpoint keeps. */
  get size(): number {
    const said = this.text.length + this.thinking.length + this.asides.length;
    return said + this.suggestions.length + (this.isTaken ? 1 : 0);
  }

  /** Entries that are not published yet; pieces that arrived since the last call become one entry. */
  takeEntries(): string[] {
    this.#closeOpen();
    return this.entries.slice(this.published);
  }

  /** Everything that was said so far, published or not, without pictures that were not finished. */
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
    for (let at = 0; at < text.length; at += MOST_CHARACTERS)
      this.#push({ type, at: start + at, text: text.slice(at, at + MOST_CHARACTERS) });
  }

  #push(event: LogEntry): void {
    this.entries.push(JSON.stringify(event));
  }
}

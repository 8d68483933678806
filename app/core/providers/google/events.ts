import { randomUUID } from 'node:crypto';
import type { ToolCallPiece } from '#app/contracts/completion.ts';
import type { FinishReason } from '#app/contracts/generation.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { safeMessage } from '#app/core/providers/shared/failure.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';
import { readTextInput } from '#app/core/providers/shared/text-tools.ts';
import { readGoogleUsage } from '#app/core/providers/google/usage.ts';
import { toProviderError } from './failure.ts';
import { signatureEvent } from './thoughts.ts';
import type { WireChunk } from './wire.ts';

/** Our finish reason per reason of the wire; any other counts as a normal end. */
const REASONS: Readonly<Record<string, FinishReason>> = {
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  LANGUAGE: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
  IMAGE_PROHIBITED_CONTENT: 'content_filter',
  IMAGE_RECITATION: 'content_filter',
};

/** The model wrote something that the maker itself cannot parse: another try may succeed. */
const FAILURES: ReadonlySet<unknown> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_RESPONSE',
]);

/** The default value of the wire's enumeration: no reason was given. */
const NO_REASON = 'FINISH_REASON_UNSPECIFIED';

interface ReaderOptions {
  /** Strings that must not appear in error messages. */
  secrets: readonly string[];
  textTools?: ReadonlySet<string>;
  /** From tool names on the wire to the caller's names, where they differ. */
  names?: ReadonlyMap<string, string>;
  isSingle?: boolean;
}

/** Clients reject more calls in one answer. */
const MAX_CALLS = 128;

interface ToolCallOptions {
  /** Names of the tools that take plain text. */
  textTools: ReadonlySet<string>;
  /** From tool names on the wire to the caller's names, where they differ. */
  names: ReadonlyMap<string, string>;
  /**
   * Only one call at a time is wanted, which the wire cannot express: further calls are dropped, and the
   * model repeats them.
   */
  isSingle: boolean;
}

/** Reads one answer: whole, or as a stream whose events are answers with only the new parts. */
export class AnswerReader implements WireReader {
  readonly ended = false;
  finished = false;
  /** An error in mid-stream comes as an object without `data:`. */
  readonly hasBareObjects = true;
  private readonly secrets: readonly string[];
  private readonly calls: ToolCallReader;
  private signatures = 0;
  private hasThoughts = false;
  private hasText = false;

  constructor({ secrets, textTools = new Set(), names = new Map(), isSingle = false }: ReaderOptions) {
    this.secrets = secrets;
    this.calls = new ToolCallReader({ textTools, names, isSingle });
  }

  read(data: string, events: ProviderEvent[]): void {
    for (const chunk of chunksIn(data)) this.readChunk(chunk, events);
  }

  private readChunk(chunk: WireChunk, events: ProviderEvent[]): void {
    if (chunk.error) throw toProviderError({ status: null, body: chunk, secrets: this.secrets });
    const candidates: unknown[] = Array.isArray(chunk.candidates) ? chunk.candidates : [];
    const first = candidates.find((one) => isObject(one) && (one['index'] ?? 0) === 0);
    const candidate = isObject(first) ? first : {};
    if (candidates.length === 0) this.refuseBlocked(chunk.promptFeedback);
    const content = isObject(candidate['content']) ? candidate['content'] : {};
    for (const part of Array.isArray(content['parts']) ? content['parts'] : []) this.readPart(part, events);
    const reason = candidate['finishReason'];
    const isEnd = typeof reason === 'string' && reason !== NO_REASON;
    const counted = this.covers(chunk.usageMetadata) ? readGoogleUsage(chunk.usageMetadata) : null;
    if (counted) events.push({ type: 'usage', usage: counted });
    if (!isEnd || this.finished) return;
    if (FAILURES.has(reason)) throw this.failed(reason, candidate['finishMessage']);
    this.finished = true;
    events.push({ type: 'finish', reason: this.reasonOf(reason), choice: 0 });
  }

  private readPart(part: unknown, events: ProviderEvent[]): void {
    if (!isObject(part)) return;
    const { text, thought, functionCall, thoughtSignature: signature } = part;
    if (typeof text === 'string' && text) {
      events.push({ type: thought === true ? 'thinking' : 'text', text });
      if (thought === true) this.hasThoughts = true;
      else this.hasText = true;
    }
    const call = this.calls.read(functionCall);
    this.hasText ||= call !== null;
    if (call) events.push({ type: 'delta', choice: 0, delta: { tool_calls: [call] } });
    // The signature of a dropped call is dropped too.
    if (typeof signature !== 'string' || signature === '' || (functionCall && !call)) return;
    events.push(signatureEvent(signature, this.signatures, call?.id ?? null));
    this.signatures += 1;
  }

  /**
   * Whether a usage counts everything so far. Every event of a stream has one, and those in the middle often
   * count only the prompt, which is correct only before the first output.
   */
  private covers(usage: unknown): boolean {
    if (!isObject(usage)) return false;
    const { candidatesTokenCount: words, thoughtsTokenCount: thoughts } = usage;
    if (this.hasText) return words !== undefined;
    return !this.hasThoughts || thoughts !== undefined || words !== undefined;
  }

  /** The wire reports STOP after calls too. */
  private reasonOf(reason: string): FinishReason {
    const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
    return known ?? (this.calls.hasCalls ? 'tool_calls' : 'stop');
  }

  /** A prompt blocked by policy is answered with status 200 and without a candidate. */
  private refuseBlocked(feedback: unknown): void {
    const reason = isObject(feedback) ? feedback['blockReason'] : undefined;
    if (typeof reason !== 'string' || reason === '') return;
    const words = `the provider has refused the prompt: ${reason}`;
    throw new ProviderError('content_filter', safeMessage(words, this.secrets));
  }

  private failed(reason: unknown, message: unknown): ProviderError {
    const words = typeof message === 'string' && message ? message : String(reason);
    return malformed(safeMessage(`the model has made a call that cannot be read: ${words}`, this.secrets));
  }
}

/** One answer, or a list of them, as a stream without `alt=sse` sends. */
function chunksIn(data: string): readonly WireChunk[] {
  if (!/^\s*\[/.test(data)) return [parseObject(data)];
  const { list } = parseObject(`{"list":${data}}`);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/**
 * The calls of one answer, each complete, as OpenAI's deltas. A missing or repeated id is replaced by a
 * generated one; arguments are always a JSON object.
 */
export class ToolCallReader {
  private readonly ids = new Set<string>();

  constructor(private readonly options: ToolCallOptions) {}

  get hasCalls(): boolean {
    return this.ids.size > 0;
  }

  /** @returns null for a value that is not a call, and for calls beyond the maximum */
  read(call: unknown): (ToolCallPiece & { id: string }) | null {
    const { textTools, names, isSingle } = this.options;
    if (!isObject(call) || this.ids.size >= (isSingle ? 1 : MAX_CALLS)) return null;
    const { id: given, name: sent, args } = call;
    if (typeof sent !== 'string' || sent === '') return null;
    const name = names.get(sent) ?? sent;
    const index = this.ids.size;
    const isOwn = typeof given === 'string' && given !== '' && !this.ids.has(given);
    const id = isOwn ? given : `call_${randomUUID()}`;
    this.ids.add(id);
    const json = JSON.stringify(isObject(args) ? args : {});
    if (textTools.has(name))
      return { index, id, type: 'custom', custom: { name, input: readTextInput(json) } };
    return { index, id, type: 'function', function: { name, arguments: json } };
  }
}

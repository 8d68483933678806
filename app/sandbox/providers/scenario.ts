/**
 * The faults before the first byte of a good answer: an HTTP status with OpenAI's error body, or a connection
 * that never gets that far.
 */
export const REFUSALS = [
  '400',
  '401',
  '402',
  '403',
  '404',
  '408',
  '413',
  '429',
  '500',
  '502',
  '503',
  '529',
  /** 400 with the code of a prompt that is too long. */
  'context',
  /** 429 whose type says that the account has no money. */
  'quota',
  /** 400 with the code of a refused prompt. */
  'filter',
  /** The socket is reset as soon as the request was read. */
  'refuse',
  /** The request is accepted and never answered. */
  'hang',
] as const;

/** The faults once the answer has begun; most of them after `after` tokens. */
export const BREAKS = [
  /** Headers of a good stream, then silence. */
  'headers',
  /** The first chunk of a 200 is an error. */
  'error-first',
  /** An error chunk after `after` tokens. */
  'error-mid',
  /** The socket is closed after `after` tokens, without a finish reason. */
  'cut',
  /** The stream ends in good order after `after` tokens, without a finish reason and with [DONE]. */
  'no-finish',
  /** Silence after `after` tokens. */
  'stall',
  /** A chunk that is not JSON after `after` tokens. */
  'malformed',
  /** A line without an end after `after` tokens, until the client hangs up or 64 MB are sent. */
  'endless',
  /** The full output is sent, but neither [DONE] nor the end of the answer. */
  'linger',
  /** A good end without any token. */
  'empty',
] as const;

export type Refusal = (typeof REFUSALS)[number];
/** A refusal with a text: neither silence nor a closed connection. */
export type SpokenRefusal = Exclude<Refusal, 'refuse' | 'hang'>;
export type Break = (typeof BREAKS)[number];
export type UsageStyle = 'once' | 'missing' | 'twice' | 'with-choices' | 'running' | 'absurd';
export type TokenizerName = 'o200k' | 'bytes';
export type FinishStyle = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** How one request is answered. */
export interface Scenario {
  /** Milliseconds between chunks; 0 writes as fast as the socket takes it. */
  pace: number;
  /** Tokens in a chunk. */
  chunk: number;
  /** Milliseconds before the headers. */
  delay: number;
  /** Exact number of output tokens; null lets the answer have its own length. */
  length: number | null;
  /** The exact output. */
  text: string | null;
  thinking: string | null;
  /** Reasoning tokens that are billed and not shown. */
  hidden: number;
  /** The output instead of an answer. */
  refusal: string | null;
  /** Tools to call, by name and with commas between. */
  tool: string | null;
  /** Number of calls, of all tools in turn. */
  calls: number;
  fault: Refusal | Break | null;
  /** Tokens before a fault in mid-stream. */
  after: number;
  /** The fault affects only the first so many requests with this directive; 0 is always. */
  times: number;
  /** Value of the retry-after header of a 429 or 503. */
  retry: string | null;
  usage: UsageStyle;
  /** The tokenizer of its counts, bills and pieces (tokens.ts). */
  tokenizer: TokenizerName;
  finish: FinishStyle | null;
  /** Bytes in a write to the socket; 0 writes whole events. Cuts characters in the middle. */
  split: number;
  /** Prompt tokens that are reported as read from the cache. */
  cached: number;
  /** Prompt tokens that are reported as written to the cache. */
  written: number;
  /**
   * Waits at the gate of this name until it is opened: after `hold` tokens, or before an image is finished.
   */
  gate: string | null;
  /** Tokens before the gate. */
  hold: number;
  /** A gate before the headers. */
  door: string | null;
  /** 1 records the time of every token (`writtenAt`). */
  clock: number;
}

export const PLAIN: Scenario = {
  pace: 12,
  chunk: 1,
  delay: 0,
  length: null,
  text: null,
  thinking: null,
  hidden: 0,
  refusal: null,
  tool: null,
  calls: 0,
  fault: null,
  after: 10,
  times: 0,
  retry: null,
  usage: 'once',
  tokenizer: 'o200k',
  finish: null,
  split: 0,
  cached: 0,
  written: 0,
  gate: null,
  hold: 0,
  door: null,
  clock: 0,
};

const NUMBERS = [
  'pace',
  'chunk',
  'delay',
  'length',
  'hidden',
  'after',
  'times',
  'split',
  'cached',
  'written',
  'calls',
  'hold',
  'clock',
] as const;
const TEXTS = ['text', 'thinking', 'refusal', 'tool', 'retry', 'gate', 'door'] as const;
const CHOICES = {
  fault: [...REFUSALS, ...BREAKS],
  usage: ['once', 'missing', 'twice', 'with-choices', 'running', 'absurd'],
  tokenizer: ['o200k', 'bytes'],
  finish: ['stop', 'length', 'content_filter', 'tool_calls'],
} as const;

const DIRECTIVE = /\[\[sandbox:((?:"[^"]*"|[^\]["])*)\]\]/g;
const AT = /\sat=(\S+)/;
const PAIR = /(?<![a-z-])([a-z-]+)=(?:"([^"]*)"|(\S+))/g;

/** A directive with a key or value that the sandbox does not know. */
export class ScenarioError extends Error {}

/**
 * A message's directives for one provider, one after the other, and the message without any. A directive with
 * `at=` is for that provider alone.
 */
export function splitDirectives(message: string, provider: string): { directive: string; rest: string } {
  const found = [...message.matchAll(DIRECTIVE)].flatMap((match) => {
    const [, at] = AT.exec(match[1] ?? '') ?? [];
    return at === undefined || at === provider ? [(match[1] ?? '').replace(AT, ' ')] : [];
  });
  return { directive: found.join(' ').trim(), rest: message.replace(DIRECTIVE, '').trim() };
}

/**
 * Parses `pace=20 length=200 fault=cut after=10 text="Hello there"` over a scenario. `\n` in a quoted text is
 * a line break.
 * @throws ScenarioError naming the unknown part, so that a test with a typo fails
 */
export function readDirective(directive: string, base: Scenario): Scenario {
  const scenario: Scenario = { ...base };
  for (const [, key = '', quoted, bare] of directive.matchAll(PAIR)) {
    assign(scenario, key, quoted?.replaceAll(String.raw`\n`, '\n') ?? bare ?? '');
  }
  const unread = directive.replace(PAIR, '').trim();
  if (unread) throw new ScenarioError(`the sandbox does not understand: ${unread}`);
  return scenario;
}

function assign(scenario: Scenario, key: string, value: string): void {
  const number = NUMBERS.find((name) => name === key);
  if (number) {
    if (!/^\d{1,7}$/.test(value)) throw new ScenarioError(`${key} must be a whole number`);
    scenario[number] = Number(value);
    return;
  }
  const text = TEXTS.find((name) => name === key);
  if (text) {
    scenario[text] = value;
    return;
  }
  if (!Object.hasOwn(CHOICES, key)) throw new ScenarioError(`the sandbox knows no ${key}`);
  const allowed: readonly string[] = CHOICES[key as keyof typeof CHOICES];
  if (!allowed.includes(value)) throw new ScenarioError(`${key} must be one of ${allowed.join(', ')}`);
  Object.assign(scenario, { [key]: value });
}

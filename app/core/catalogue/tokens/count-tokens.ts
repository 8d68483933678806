import type { RawBytePairRanks } from 'gpt-tokenizer/BytePairEncodingCore';
import { messageText, type PromptMessage } from '#app/contracts/completion.ts';
import { awaitTurn, endTurn, isTurnSpent, spendTurn, type CountOwner } from './counting-turn.ts';
import { tokenizerFamily } from './tokenizers.ts';

/** Tokens that every message costs besides its text (its frame and its role), and every prompt once. */
export const PER_MESSAGE = 4;

export const PER_PROMPT = 3;

/** The owner and caller of a count. */
export interface CountedFor {
  /** Aborted when the caller no longer waits for the count. */
  signal?: AbortSignal;
  /** The owner of the text: counts take turns by owner. Absent: the count is its own owner. */
  owner?: CountOwner;
}

/** Limits of a count. */
export interface CountBounds extends CountedFor {
  /** Counting stops as soon as there are more tokens than this: the result is then any number above it. */
  atMost?: number;
}

type Count = (slice: string) => number;

type Counter = ReturnType<typeof tokenizerFamily>['counter'];

const loaded = new Map<Counter, Promise<Count>>();

/** A vocabulary takes a tenth of a second and 60 MB: only a process that counts loads it. */
const LOADERS: Record<Counter, () => Promise<Count>> = {
  o200k: async () => {
    const { O200K_TOKEN_SPLIT_REGEX: split } = await import('gpt-tokenizer/encodingParams/constants');
    return countWith((await import('gpt-tokenizer/bpeRanks/o200k_base')).default, split);
  },
  cl100k: async () => {
    const { CL100K_TOKEN_SPLIT_REGEX: split } = await import('gpt-tokenizer/encodingParams/constants');
    return countWith((await import('gpt-tokenizer/bpeRanks/cl100k_base')).default, split);
  },
};

/** Characters after which the tokenizer's word cache is cleared. */
const MEMORY = 500_000;

/** Max characters of a slice: the tokenizer takes at most a few milliseconds for it, whatever its content. */
const SLICE = 1024;

/**
 * Max characters of one kind in a piece of text. A tokenizer splits a text into pieces before it merges the
 * bytes of each, in time that grows with the square of a piece: 12,000 bytes of CJK with marks in one piece
 * take a second. Words are far shorter. Each cut of a longer run adds about one token to the count.
 */
export const LONGEST_RUN = 64;

/** Max characters of one token in any of the vocabularies: a run of spaces. */
const MAX_CHARACTERS_PER_TOKEN = 128;

/**
 * The tokenizer caches words it has seen, which makes ordinary text fast. Its own way to limit that cache
 * searches for the oldest word at each new one, in time that grows with the cache: once noise has filled it,
 * new words take 6 times as long, some texts 200 times. So it is unlimited here, and cleared as a whole from
 * time to time. It knows no special tokens: text that looks like one is ordinary text.
 */
async function countWith(bytePairRankDecoder: RawBytePairRanks, split: RegExp): Promise<Count> {
  const { BytePairEncodingCore } = await import('gpt-tokenizer/BytePairEncodingCore');
  const core = new BytePairEncodingCore({
    bytePairRankDecoder,
    tokenSplitRegex: boundedSplit(split),
    mergeCacheSize: Number.POSITIVE_INFINITY,
  });
  let counted = 0;
  return (slice) => {
    counted += slice.length;
    if (counted > MEMORY) {
      core.clearMergeCache();
      counted = 0;
    }
    return core.countNative(slice);
  };
}

/** Loads the vocabulary of most models, so that no caller waits; a process that counts does it at start. */
export async function loadVocabulary(): Promise<void> {
  await load('o200k');
}

function load(counter: Counter): Promise<Count> {
  let count = loaded.get(counter);
  if (!count) {
    count = LOADERS[counter]();
    loaded.set(counter, count);
  }
  return count;
}

/**
 * Counts the tokens of each of some texts, without margin. Long texts are counted in slices, in turns with
 * all other counts of the process, so that none of them blocks the event loop or another count: a megabyte of
 * prose takes 0.1 s, of noise four seconds.
 * @param tokenizer family, as the catalogue names it
 * @returns as many numbers as texts, or fewer, if all together are more than `atMost`
 * @throws the reason of an aborted signal
 */
export async function countEach(
  texts: readonly string[],
  tokenizer: string,
  { signal, owner = Symbol('count'), atMost = Number.POSITIVE_INFINITY }: CountBounds = {},
): Promise<number[]> {
  signal?.throwIfAborted();
  const min = minTokens(texts);
  if (min > atMost) return [min];
  const count = await load(tokenizerFamily(tokenizer).counter);
  const counts: number[] = [];
  let total = 0;
  let hadTurn = false;
  try {
    for (const text of texts) {
      let tokens = 0;
      for (const slice of sliceText(text)) {
        // A text of one slice is counted sooner than it would be queued.
        if (isTurnSpent() && (hadTurn || text.length > slice.length)) {
          await awaitTurn(owner);
          signal?.throwIfAborted();
        }
        hadTurn = true;
        const began = performance.now();
        tokens += count(slice);
        spendTurn(performance.now() - began);
        if (total + tokens > atMost) break;
      }
      counts.push(tokens);
      total += tokens;
      if (total > atMost) break;
    }
    return counts;
  } finally {
    endTurn();
  }
}

/** Lower bound of the tokens of texts, whatever their content. */
function minTokens(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return Math.ceil(length / MAX_CHARACTERS_PER_TOKEN);
}

/** Counts the tokens of a text, as `countEach` does. */
export async function countTokens(text: string, tokenizer: string, bounds?: CountBounds): Promise<number> {
  return text === '' ? 0 : sum(await countEach([text], tokenizer, bounds));
}

/** Counts a whole prompt as OpenAI does: its texts, each message's frame, and the start of the answer. */
export async function countPromptTokens(
  messages: readonly PromptMessage[],
  tokenizer: string,
  bounds?: CountBounds,
): Promise<number> {
  const counts = await countEach(messages.map(messageText), tokenizer, bounds);
  return PER_PROMPT + PER_MESSAGE * messages.length + sum(counts);
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

/** The factor for a count of this family before money is held (tokenizers.ts). */
export function tokenMargin(tokenizer: string): number {
  return tokenizerFamily(tokenizer).margin;
}

/** Cuts a text into slices, each counted in one go. Joined they are the text. */
export function* sliceText(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = sliceEnd(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

/** The end of a slice: before a space near its limit, as a word belongs to the space before it. */
function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE;
  if (limit >= text.length) return text.length;
  const near = limit - SLICE / 8;
  const space = text.slice(near, limit).lastIndexOf(' ');
  return space > 0 ? near + space : wholeCharacter(text, limit);
}

/** An index that does not split a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

/**
 * A tokenizer's own split expression, with a limit in place of each `+` and `*`. So no piece is longer than a
 * few runs, whatever scripts, marks, signs and spaces the text contains, and shorter pieces are unchanged.
 */
export function boundedSplit({ source, flags }: RegExp): RegExp {
  const bounded = source.replaceAll('+', `{1,${LONGEST_RUN}}`).replaceAll('*', `{0,${LONGEST_RUN}}`);
  return new RegExp(bounded, flags);
}

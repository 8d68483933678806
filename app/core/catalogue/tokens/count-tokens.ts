import type { RawBytePairRanks } from 'gpt-tokenizer/BytePairEncodingCore';
import { messageText, type PromptMessage } from '#app/contracts/completion.ts';
import { awaitTurn, endTurn, isTurnSpent, spendTurn, type CountOwner } from './counting-turn.ts';
import { tokenizerFamily } from './tokenizers.ts';

/** Tokens that every message costs beside its text (its frame and its role), and every prompt once. */
export const PER_MESSAGE = 4;

export const PER_PROMPT = 3;

/** For whom a count is made. */
export interface CountedFor {
  /** Aborted when nobody waits for the count any more. */
  signal?: AbortSignal;
  /** Whose text it is: counts have their turns by owner. Without one a count stands for itself. */
  owner?: CountOwner;
}

/** Bounds of a count. */
export interface CountBounds extends CountedFor {
  /** Counting ends as soon as there are more tokens than so many: what is answered then is some number above it. */
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

/** Characters after which the tokenizer's memory of words is emptied. */
const MEMORY = 500_000;

/** Longest slice: the tokenizer takes some milliseconds for it at most, whatever it holds. */
const SLICE = 1024;

/**
 * Most characters of one kind in a piece of text. A tokenizer parts a text into pieces before it merges the bytes of
 * each, in time that grows with the square of a piece: 12,000 bytes of CJK with marks in one piece take it a second.
 * Words are far shorter. Where a longer run is cut the count grows by a token or so for each cut.
 */
export const LONGEST_RUN = 64;

/** The most characters that one token stands for in any of the vocabularies: a run of spaces. */
const MOST_PER_TOKEN = 128;

/**
 * The tokenizer remembers words it has met, which makes ordinary text fast. Its own way to bound that memory
 * looks for the oldest word at each new one, in time that grows with the memory: once noise has filled it,
 * new words take 6 times as long, some texts 200 times. So it is unbounded here, and emptied as a whole from
 * time to time. It knows no special tokens: text that looks like one is text all the same.
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

/** Loads the vocabulary of most models, so that no caller waits for it; a process that counts does it at its start. */
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
 * Counts the tokens of each of some texts, without margin. Long ones are counted in slices, in turns with all other
 * counts of the process, so that none of them holds the event loop or another: a megabyte of prose takes 0.1 s, of
 * noise four seconds.
 * @param tokenizer family, as the catalogue names it
 * @returns as many numbers as texts, or fewer, where all together are more than `atMost`
 * @throws the reason of an aborted signal
 */
export async function countEach(
  texts: readonly string[],
  tokenizer: string,
  { signal, owner = Symbol('count'), atMost = Number.POSITIVE_INFINITY }: CountBounds = {},
): Promise<number[]> {
  signal?.throwIfAborted();
  const least = leastTokens(texts);
  if (least > atMost) return [least];
  const count = await load(tokenizerFamily(tokenizer).counter);
  const counts: number[] = [];
  let total = 0;
  let hadTurn = false;
  try {
    for (const text of texts) {
      let tokens = 0;
      for (const slice of sliceText(text)) {
        // What fits into one slice is counted sooner than it would be queued.
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

/** What a text cannot have less of, whatever it says. */
function leastTokens(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return Math.ceil(length / MOST_PER_TOKEN);
}

/** Counts the tokens of a text, as `countEach` does. */
export async function countTokens(text: string, tokenizer: string, bounds?: CountBounds): Promise<number> {
  return text === '' ? 0 : sum(await countEach([text], tokenizer, bounds));
}

/** Counts a whole prompt as OpenAI does: its texts, each message's frame, and the beginning of the answer. */
export async function countPromptTokens(
  messages: readonly PromptMessage[],
  tokenizer: string,
  bounds?: CountBounds,
): Promise<number> {
  const counts = await countEach(messages.map(messageText), tokenizer, bounds);
  return PER_PROMPT + PER_MESSAGE * messages.length + sum(counts);
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

/** What a count of this family is multiplied with before money is held (tokenizers.ts). */
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

/** Where a slice ends: before a space near its limit, as a word belongs to the space before it. */
function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE;
  if (limit >= text.length) return text.length;
  const near = limit - SLICE / 8;
  const space = text.slice(near, limit).lastIndexOf(' ');
  return space > 0 ? near + space : wholeCharacter(text, limit);
}

/** An index that does not part the two halves of a character. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

/**
 * A tokenizer's own expression for the pieces of a text, with a bound in the place of each `+` and `*` in it. So no
 * piece is longer than some runs, whatever scripts, marks, signs and spaces the text is made of, and shorter ones are
 * what they were.
 */
export function boundedSplit({ source, flags }: RegExp): RegExp {
  const bounded = source.replaceAll('+', `{1,${LONGEST_RUN}}`).replaceAll('*', `{0,${LONGEST_RUN}}`);
  return new RegExp(bounded, flags);
}

import type * as Encoding from 'gpt-tokenizer/encoding/o200k_base';
import { messageText, type PromptMessage } from '#app/contracts/completion.ts';
import { sliceText } from './slice-text.ts';
import { tokenizerFamily } from './tokenizers.ts';

/** Tokens that every message costs beside its text (its frame and its role), and every prompt once. */
export const PER_MESSAGE = 4;
export const PER_PROMPT = 3;

/** How long one count may hold the event loop. */
const TURN_MS = 5;

type Count = (slice: string) => number;
type Counter = ReturnType<typeof tokenizerFamily>['counter'];

const loaded = new Map<Counter, Promise<Count>>();

/** A vocabulary takes a tenth of a second and 60 MB: only a process that counts loads it. */
const LOADERS: Record<Counter, () => Promise<Count>> = {
  o200k: async () => countWith(await import('gpt-tokenizer/encoding/o200k_base')),
  cl100k: async () => countWith(await import('gpt-tokenizer/encoding/cl100k_base')),
};

type Tokenizer = Pick<typeof Encoding, 'countTokens' | 'setMergeCacheSize' | 'clearMergeCache'>;

/** Text that looks like one of the tokenizer's own marks is text all the same. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/** Characters after which the tokenizer's memory of words is emptied. */
const MEMORY = 500_000;

/**
 * The tokenizer remembers words it has met, which makes ordinary text fast. Its own way to bound that memory
 * looks for the oldest word at each new one, in time that grows with the memory: once noise has filled it,
 * new words take 6 times as long, some texts 200 times. So it is unbounded here, and emptied as a whole from
 * time to time.
 */
function countWith({ countTokens, setMergeCacheSize, clearMergeCache }: Tokenizer): Count {
  setMergeCacheSize(Number.POSITIVE_INFINITY);
  let counted = 0;
  return (slice) => {
    counted += slice.length;
    if (counted > MEMORY) {
      clearMergeCache();
      counted = 0;
    }
    return countTokens(slice, PLAIN_TEXT);
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
 * Counts the tokens of a text, without margin. A long text is counted in slices, and other work of the
 * process gets its turn every few milliseconds: a megabyte of prose takes 0.1 s, of noise half a second.
 * @param tokenizer family, as the catalogue names it
 */
export async function countTokens(text: string, tokenizer: string): Promise<number> {
  if (text === '') return 0;
  const count = await load(tokenizerFamily(tokenizer).counter);
  let total = 0;
  let turnBegan = performance.now();
  for (const slice of sliceText(text)) {
    total += count(slice);
    if (performance.now() - turnBegan < TURN_MS) continue;
    await new Promise(setImmediate);
    turnBegan = performance.now();
  }
  return total;
}

/** Counts a whole prompt as OpenAI does: its texts, each message's frame, and the beginning of the answer. */
export async function countPromptTokens(
  messages: readonly PromptMessage[],
  tokenizer: string,
): Promise<number> {
  let total = PER_PROMPT;
  for (const message of messages) {
    total += PER_MESSAGE + (await countTokens(messageText(message), tokenizer));
  }
  return total;
}

/** What a count of this family is multiplied with before money is held (tokenizers.ts). */
export function tokenMargin(tokenizer: string): number {
  return tokenizerFamily(tokenizer).margin;
}

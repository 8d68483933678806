import type { TextCompletion } from '#app/contracts/openai/answers/text-completion-answer.ts';
import type { FinishReason, LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { toWireUsage } from '../wire-usage.ts';

/** What all pieces of an answer have in common. */
export type TextFacts = Pick<TextCompletion, 'id' | 'created' | 'model' | 'provider'>;

type Choice = TextCompletion['choices'][number];

/** What an entry of the log says in words, and for which choice; null for one that says nothing here. */
export function wordsOf(entry: LogEntry): { choice: number; text: string } | null {
  if (entry.type === 'text') return { choice: 0, text: entry.text };
  if (entry.type !== 'delta') return null;
  const text = (entry.delta.content ?? '') + (entry.delta.refusal ?? '');
  return text === '' ? null : { choice: entry.choice, text };
}

/** The end of a choice in the fewer words that this call has for it. */
export function toFinish(reason: FinishReason | null | undefined): Choice['finish_reason'] {
  return reason === 'length' || reason === 'content_filter' ? reason : 'stop';
}

export function toTextCompletion(
  { id, created, model, provider }: TextFacts,
  choices: Choice[],
): Omit<TextCompletion, 'usage'> {
  return { id, object: 'text_completion', created, model, provider, choices };
}

/** Puts the entries of a call together to the answer that a client without `stream` gets. */
export class TextBuilder {
  readonly #texts = new Map<number, string>();

  add(entry: LogEntry): void {
    const said = wordsOf(entry);
    if (said) this.#texts.set(said.choice, (this.#texts.get(said.choice) ?? '') + said.text);
  }

  build(facts: TextFacts, end: ReplyEnd): TextCompletion {
    const reasons = end.finishReasons ?? [end.finishReason];
    const choices = reasons.map((reason, index): Choice => ({
      index,
      text: this.#texts.get(index) ?? '',
      logprobs: null,
      finish_reason: toFinish(reason),
    }));
    return { ...toTextCompletion(facts, choices), usage: toWireUsage(end) };
  }
}

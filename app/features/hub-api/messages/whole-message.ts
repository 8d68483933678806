import type { ContentBlock, MessageAnswer } from '#app/contracts/anthropic/answers.ts';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { Blocks, type BlockDelta, type BlockStep } from './blocks.ts';
import { toMessageUsage, toStop } from './message-end.ts';
import { readInput } from './read-input.ts';

/** A block while it grows, and the arguments of a call as they came. */
interface Draft {
  block: ContentBlock;
  json: string;
}

/** Puts the entries of a call together to the message that a client without `stream` gets. */
export class MessageBuilder {
  readonly #blocks = new Blocks();
  readonly #drafts: Draft[] = [];

  add(entry: LogEntry): void {
    for (const step of this.#blocks.read(entry)) this.#take(step);
  }

  build({ id, model }: Pick<MessageAnswer, 'id' | 'model'>, end: ReplyEnd): MessageAnswer {
    for (const step of this.#blocks.end()) this.#take(step);
    return {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: this.#drafts.flatMap(({ block, json }) => finished(block, json) ?? []),
      ...toStop(end),
      container: null,
      usage: toMessageUsage(end),
    };
  }

  #take(step: BlockStep): void {
    if (step.type === 'start') this.#drafts.push({ block: { ...step.block }, json: '' });
    const draft = this.#drafts.at(-1);
    if (draft && step.type === 'delta') grow(draft, step.delta);
  }
}

function grow(draft: Draft, delta: BlockDelta): void {
  const { block } = draft;
  if (delta.type === 'input_json_delta') draft.json += delta.partial_json;
  if (delta.type === 'text_delta' && block.type === 'text') block.text += delta.text;
  if (block.type !== 'thinking') return;
  if (delta.type === 'thinking_delta') block.thinking += delta.thinking;
  if (delta.type === 'signature_delta') block.signature += delta.signature;
}

/** Arguments that were cut are not guessed at; thoughts that nobody signed could not be sent back. */
function finished(block: ContentBlock, json: string): ContentBlock | null {
  if (block.type === 'tool_use') return { ...block, input: readInput(json) ?? {} };
  return block.type === 'thinking' && block.signature === '' ? null : block;
}

import { CLAUDE_THOUGHTS, type ReasoningDetail } from '#app/contracts/completion.ts';
import type { ProviderEvent } from '../contract.ts';
import { isObject } from '../shared/json.ts';

/**
 * The thinking blocks of one message. Their text is passed on as it arrives; once a block is complete, it is
 * emitted again with its signature, because the maker requires it back unchanged with the tool results.
 */
export class Thoughts {
  private readonly open = new Map<unknown, { text: string; signature: string }>();

  *begin(index: unknown, block: Record<string, unknown>): Generator<ProviderEvent> {
    const { type, data } = block;
    if (type === 'redacted_thinking' && typeof data === 'string') {
      yield detailOf({ type: 'reasoning.encrypted', data, format: CLAUDE_THOUGHTS, index: placeOf(index) });
    }
    if (type === 'thinking') {
      this.open.set(index, { text: '', signature: '' });
      this.add(index, block);
    }
  }

  /** Adds the start of a block, or a delta. */
  add(index: unknown, { thinking, signature }: Record<string, unknown>): void {
    const block = this.open.get(index);
    if (!block) return;
    if (typeof thinking === 'string') block.text += thinking;
    if (typeof signature === 'string') block.signature += signature;
  }

  *end(index: unknown): Generator<ProviderEvent> {
    const block = this.open.get(index);
    this.open.delete(index);
    if (!block?.signature) return;
    yield detailOf({ type: 'reasoning.text', ...block, format: CLAUDE_THOUGHTS, index: placeOf(index) });
  }
}

/** The thinking blocks in an earlier turn, as the maker sent them; those of other makers are left out. */
export function thoughtsIn(turn: object): ReturnedThought[] {
  const details: unknown = 'reasoning_details' in turn ? turn.reasoning_details : undefined;
  if (!Array.isArray(details)) return [];
  return details.filter(isObject).flatMap((detail): ReturnedThought[] => {
    const { type, format, text = '', signature, data } = detail;
    if (format !== CLAUDE_THOUGHTS) return [];
    if (type === 'reasoning.encrypted' && typeof data === 'string')
      return [{ type: 'redacted_thinking', data }];
    const isWhole = type === 'reasoning.text' && typeof text === 'string' && typeof signature === 'string';
    return isWhole && signature ? [{ type: 'thinking', thinking: text, signature }] : [];
  });
}

type ReturnedThought =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string };

function detailOf(detail: ReasoningDetail): ProviderEvent {
  return { type: 'delta', choice: 0, delta: { reasoning_details: [detail] } };
}

function placeOf(index: unknown): number {
  return typeof index === 'number' ? index : 0;
}

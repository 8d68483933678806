import type { ContentBlock } from '#app/contracts/anthropic/answers.ts';
import { CLAUDE_THOUGHTS, type ReasoningDetail, type ToolCallPiece } from '#app/contracts/completion.ts';
import type { LogEntry, ReplyDelta } from '#app/contracts/generation.ts';
import { dialectOf } from '#app/contracts/providers.ts';

/** An addition to a block that has begun. */
export type BlockDelta =
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'input_json_delta'; partial_json: string };

/** Blocks begin, grow and end one after the other. */
export type BlockStep =
  | { type: 'start'; block: ContentBlock }
  | { type: 'delta'; delta: BlockDelta }
  | { type: 'stop' };

/** The kind of the open block: text, thoughts, or the tool call with that number. */
type BlockKey = 'text' | 'thinking' | number;

interface Piece {
  key: BlockKey;
  /** An empty block of the kind, which begins it. */
  block: ContentBlock;
  delta: BlockDelta | null;
}

/**
 * An answer as a sequence of blocks, the form of the Messages dialect. Thoughts become blocks only if their
 * maker signs them: a signature is the maker's own, or there is none.
 */
export class Blocks {
  #open: BlockKey | null = null;
  /** The arguments of the open call so far. */
  #json = '';
  #signs = false;
  readonly #begun = new Set<number>();
  /**
   * Pieces that arrived while the arguments of a call were incomplete, by their block; they wait for its end.
   */
  readonly #waiting = new Map<BlockKey, Piece[]>();

  /** The steps that a log entry adds. */
  read(entry: LogEntry): BlockStep[] {
    if (entry.type === 'text') return this.#append(textPiece(entry.text));
    if (entry.type === 'thinking') return this.#signs ? this.#append(thoughtPiece(entry.text)) : [];
    if (entry.type === 'start') this.#signs = dialectOf(entry.provider) === 'anthropic';
    return entry.type === 'delta' && entry.choice === 0 ? this.#readDelta(entry.delta) : [];
  }

  /** The remaining steps at the end of the answer. */
  end(): BlockStep[] {
    const steps = this.#close();
    for (const pieces of this.#waiting.values()) {
      for (const piece of pieces) steps.push(...this.#add(piece));
      steps.push(...this.#close());
    }
    this.#waiting.clear();
    return steps;
  }

  #readDelta(delta: ReplyDelta['delta']): BlockStep[] {
    const { content, refusal, tool_calls: calls = [], reasoning_details: details = [] } = delta;
    return [
      ...(content ? this.#append(textPiece(content)) : []),
      ...(refusal ? this.#append(textPiece(refusal)) : []),
      ...details.flatMap((detail) => this.#sign(detail)),
      ...calls.flatMap((call) => this.#append(callPiece(call))),
    ];
  }

  /** A block of thoughts streams as it arrives, and ends with its signature. */
  #sign(detail: ReasoningDetail): BlockStep[] {
    if (detail.format !== CLAUDE_THOUGHTS) return [];
    if (detail.type === 'reasoning.encrypted') {
      const block: ContentBlock = { type: 'redacted_thinking', data: detail.data };
      return [...this.#close(), { type: 'start', block }, { type: 'stop' }];
    }
    const begun = this.#open === 'thinking' ? [] : this.#append(thoughtPiece(detail.text));
    const delta: BlockDelta = { type: 'signature_delta', signature: detail.signature };
    return [...begun, { type: 'delta', delta }, ...this.#close()];
  }

  #append(piece: Piece): BlockStep[] {
    const { key } = piece;
    if (key === this.#open) return this.#add(piece);
    // The arguments of this call were complete: ignore further pieces.
    if (typeof key === 'number' && this.#begun.has(key)) return [];
    if (this.#waiting.size > 0 || (typeof this.#open === 'number' && readInput(this.#json) === null)) {
      const before = this.#waiting.get(key);
      if (before) before.push(piece);
      else this.#waiting.set(key, [piece]);
      return [];
    }
    return [...this.#close(), ...this.#add(piece)];
  }

  #add({ key, block, delta }: Piece): BlockStep[] {
    const steps: BlockStep[] = [];
    if (key !== this.#open) {
      this.#open = key;
      this.#json = '';
      if (typeof key === 'number') this.#begun.add(key);
      steps.push({ type: 'start', block });
    }
    if (delta?.type === 'input_json_delta') this.#json += delta.partial_json;
    if (delta) steps.push({ type: 'delta', delta });
    return steps;
  }

  #close(): BlockStep[] {
    if (this.#open === null) return [];
    const isBare = typeof this.#open === 'number' && this.#json === '';
    this.#open = null;
    // A call without arguments gets an empty object.
    const delta: BlockDelta = { type: 'input_json_delta', partial_json: '{}' };
    return isBare ? [{ type: 'delta', delta }, { type: 'stop' }] : [{ type: 'stop' }];
  }
}

function textPiece(text: string): Piece {
  const block: ContentBlock = { type: 'text', text: '' };
  return { key: 'text', block, delta: { type: 'text_delta', text } };
}

function thoughtPiece(thinking: string): Piece {
  const block: ContentBlock = { type: 'thinking', thinking: '', signature: '' };
  return {
    key: 'thinking',
    block,
    delta: thinking === '' ? null : { type: 'thinking_delta', thinking },
  };
}

function callPiece({ index, id = '', function: called }: ToolCallPiece): Piece {
  const json = called?.arguments ?? '';
  return {
    key: index,
    block: { type: 'tool_use', id, name: called?.name ?? '', input: {}, caller: { type: 'direct' } },
    delta: json === '' ? null : { type: 'input_json_delta', partial_json: json },
  };
}

/** The arguments of a call as an object; null if they are incomplete, or no object. */
export function readInput(json: string): Record<string, unknown> | null {
  // A quick check without parsing: most arguments are still incomplete when they are read here.
  if (!json.trimEnd().endsWith('}')) return null;
  try {
    const input: unknown = JSON.parse(json);
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? (input as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

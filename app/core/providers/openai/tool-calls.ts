import { randomUUID } from 'node:crypto';
import type { ToolCallPiece } from '#app/contracts/completion.ts';
import { isObject } from '../shared/json.ts';
import { readTextInput } from '#app/core/providers/shared/text-tools.ts';
import type { WireMessage } from './wire.ts';

/** Clients reject more calls in one answer. */
const MAX_CALLS = 128;

/**
 * The tool calls of one choice in the form that clients rely on: indexes from 0, id, type and name once and
 * first, then fragments of the arguments. Corrects the deviations of providers: no index, one index for
 * several calls, the id on every fragment or on none, arguments that are not text, and the old
 * `function_call`.
 */
export class ToolCallReader {
  /** The provider's ids of our calls, in order. */
  private readonly ids: (string | null)[] = [];
  /** The provider's index -> index of our call. */
  private readonly places = new Map<number, number>();

  /** Arguments so far of our calls of text tools: only the whole can be parsed. */
  private readonly texts = new Map<number, string>();

  /**
   * @param options.names from tool names on the wire to the caller's names, where they differ
   * @param options.textTools names of the tools that take plain text, though the wire may have them as
   * functions
   */
  constructor(private readonly options: ToolNames = {}) {}

  read({ tool_calls: calls, function_call: old }: WireMessage): ToolCallPiece[] {
    const fragments: unknown[] = Array.isArray(calls) ? calls : [];
    const pieces = fragments.flatMap((call, position) => this.readCall(call, position) ?? []);
    if (pieces.length > 0 || !isObject(old)) return pieces;
    return [this.readCall({ index: 0, function: old }, 0) ?? []].flat();
  }

  private readCall(call: unknown, position: number): ToolCallPiece | null {
    if (!isObject(call)) return null;
    const called = readFunction(call['function']) ?? readCustom(call['custom']);
    if (!called) return null;
    const id = typeof call['id'] === 'string' && call['id'] ? call['id'] : null;
    const wireIndex = typeof call['index'] === 'number' ? call['index'] : position;
    const { name, input, type } = called;
    const pieceOf = (named: { name?: string }): Pick<ToolCallPiece, 'function' | 'custom'> =>
      type === 'custom' ? { custom: { ...named, input } } : { function: { ...named, arguments: input } };
    const known = this.places.get(wireIndex);
    const isContinuation = known !== undefined && (id === null || id === this.ids[known]);
    if (isContinuation) {
      const text = this.texts.get(known);
      if (text !== undefined) this.texts.set(known, text + input);
      return input && text === undefined ? { index: known, ...pieceOf({}) } : null;
    }
    if (typeof name !== 'string' || !name || this.ids.length >= MAX_CALLS) return null;
    const index = this.ids.push(id) - 1;
    this.places.set(wireIndex, index);
    const own = { index, id: id ?? `call_${randomUUID()}` };
    const { names, textTools } = this.options;
    const callersName = names?.get(name) ?? name;
    if (type === 'custom' || !textTools?.has(callersName))
      return { ...own, type, ...pieceOf({ name: callersName }) };
    this.texts.set(index, input);
    return { ...own, type: 'custom', custom: { name: callersName, input: '' } };
  }

  /** Returns the texts of the text tool calls that the wire had as functions. */
  end(): ToolCallPiece[] {
    const pieces = [...this.texts].map(([index, json]) => ({
      index,
      custom: { input: readTextInput(json) },
    }));
    this.texts.clear();
    return pieces;
  }
}

interface ToolNames {
  names?: ReadonlyMap<string, string>;
  textTools?: ReadonlySet<string>;
}

interface Called {
  type: 'function' | 'custom';
  name: unknown;
  /** A fragment of the arguments' JSON, or of the text. */
  input: string;
}

/** Some providers send the arguments as an object instead of their JSON. */
function readFunction(value: unknown): Called | null {
  if (!isObject(value)) return null;
  const { name, arguments: given } = value;
  const input = typeof given === 'string' ? given : isObject(given) ? JSON.stringify(given) : '';
  return { type: 'function', name, input };
}

function readCustom(value: unknown): Called | null {
  if (!isObject(value)) return null;
  const { name, input } = value;
  return { type: 'custom', name, input: typeof input === 'string' ? input : '' };
}

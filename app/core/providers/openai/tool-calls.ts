import { randomUUID } from 'node:crypto';
import type { ToolCallPiece } from '#app/contracts/completion.ts';
import { isObject } from '../shared/json.ts';
import { textIn } from '#app/core/providers/shared/text-tools.ts';
import type { WireWords } from './wire.ts';

/** Clients refuse more in one answer. */
const MOST_CALLS = 128;

/**
 * The tool calls of one choice as clients rely on them: indexes from 0, id, type and name once and first, and
 * then fragments of the arguments. Evens out what providers do otherwise: no index, one index for several
 * calls, the id on every fragment or on none, arguments that are no text, and the old `function_call`.
 */
export class ToolCallReader {
  /** Our calls in order, each with the provider's id. */
  private readonly ids: (string | null)[] = [];
  /** The provider's index -> our call. */
  private readonly places = new Map<number, number>();

  /** Our calls of tools that take plain text, with their arguments so far: only the whole can be read. */
  private readonly texts = new Map<number, string>();

  /**
   * @param options.names the caller's names of tools, by those on the wire where they differ
   * @param options.textTools names of the tools that take plain text, though the wire may have them as functions
   */
  constructor(private readonly options: ToolNames = {}) {}

  read({ tool_calls: calls, function_call: old }: WireWords): ToolCallPiece[] {
    const fragments: unknown[] = Array.isArray(calls) ? calls : [];
    const said = fragments.flatMap((call, position) => this.readCall(call, position) ?? []);
    if (said.length > 0 || !isObject(old)) return said;
    return [this.readCall({ index: 0, function: old }, 0) ?? []].flat();
  }

  private readCall(call: unknown, position: number): ToolCallPiece | null {
    if (!isObject(call)) return null;
    const said = readFunction(call['function']) ?? readCustom(call['custom']);
    if (!said) return null;
    const id = typeof call['id'] === 'string' && call['id'] ? call['id'] : null;
    const wireIndex = typeof call['index'] === 'number' ? call['index'] : position;
    const { name, input, type } = said;
    const pieceOf = (named: { name?: string }): Pick<ToolCallPiece, 'function' | 'custom'> =>
      type === 'custom' ? { custom: { ...named, input } } : { function: { ...named, arguments: input } };
    const known = this.places.get(wireIndex);
    const goesOn = known !== undefined && (id === null || id === this.ids[known]);
    if (goesOn) {
      const text = this.texts.get(known);
      if (text !== undefined) this.texts.set(known, text + input);
      return input && text === undefined ? { index: known, ...pieceOf({}) } : null;
    }
    if (typeof name !== 'string' || !name || this.ids.length >= MOST_CALLS) return null;
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

  /** The texts of the calls that the wire had as functions. */
  end(): ToolCallPiece[] {
    const pieces = [...this.texts].map(([index, json]) => ({ index, custom: { input: textIn(json) } }));
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

/** Some providers give the arguments themselves instead of their JSON. */
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

import { randomUUID } from 'node:crypto';
import type { CompletionDelta } from '#app/contracts/completion.ts';
import { isObject } from '../shared/json.ts';
import type { WireWords } from './wire.ts';

type ToolCallDelta = NonNullable<CompletionDelta['tool_calls']>[number];

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

  read({ tool_calls: calls, function_call: old }: WireWords): ToolCallDelta[] {
    const fragments: unknown[] = Array.isArray(calls) ? calls : [];
    const said = fragments.flatMap((call, position) => this.readCall(call, position) ?? []);
    if (said.length > 0 || !isObject(old)) return said;
    return [this.readCall({ index: 0, function: old }, 0) ?? []].flat();
  }

  private readCall(call: unknown, position: number): ToolCallDelta | null {
    if (!isObject(call) || !isObject(call['function'])) return null;
    const id = typeof call['id'] === 'string' && call['id'] ? call['id'] : null;
    const wireIndex = typeof call['index'] === 'number' ? call['index'] : position;
    const { name } = call['function'];
    const fragment = readArguments(call['function']['arguments']);
    const known = this.places.get(wireIndex);
    const goesOn = known !== undefined && (id === null || id === this.ids[known]);
    if (goesOn) return fragment ? { index: known, function: { arguments: fragment } } : null;
    if (typeof name !== 'string' || !name || this.ids.length >= MOST_CALLS) return null;
    const index = this.ids.push(id) - 1;
    this.places.set(wireIndex, index);
    return {
      index,
      id: id ?? `call_${randomUUID()}`,
      type: 'function',
      function: { name, arguments: fragment },
    };
  }
}

/** A fragment of the JSON; some providers give the value itself. */
function readArguments(value: unknown): string {
  if (typeof value === 'string') return value;
  return isObject(value) ? JSON.stringify(value) : '';
}

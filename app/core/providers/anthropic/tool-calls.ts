import type { ProviderEvent } from '../contract.ts';
import { isObject } from '../shared/json.ts';
import { textIn } from '../shared/options/text-tools.ts';

interface OpenCall {
  /** Place among the calls, which is not the place among the blocks. */
  place: number;
  /** The input as it stood in the block's beginning: `{}` while fragments are still to come. */
  input: string;
  hasFragments: boolean;
  /** A call of a tool that takes plain text: its fragments so far, since only the whole can be read. */
  text: string | null;
}

/** The calls of one message, as OpenAI's deltas: the first names the call, the later ones bring its arguments. */
export class ToolCalls {
  private readonly open = new Map<unknown, OpenCall>();
  private count = 0;

  /**
   * @param textTools names of the tools that take plain text
   * @param names the caller's names of tools, by those on the wire where they differ
   */
  constructor(
    private readonly textTools: ReadonlySet<string> = new Set(),
    private readonly names: ReadonlyMap<string, string> = new Map(),
  ) {}

  *begin(index: unknown, block: Record<string, unknown>): Generator<ProviderEvent> {
    const input = isObject(block['input']) ? block['input'] : {};
    const [id, sent] = [text(block['id']), text(block['name'])];
    const name = this.names.get(sent) ?? sent;
    const isText = this.textTools.has(name);
    const call = {
      place: this.count,
      input: JSON.stringify(input),
      hasFragments: false,
      text: isText ? '' : null,
    };
    this.count += 1;
    this.open.set(index, call);
    if (isText) yield deltaOf({ index: call.place, id, type: 'custom', custom: { name, input: '' } });
    else yield deltaOf({ index: call.place, id, type: 'function', function: { name, arguments: '' } });
  }

  /** @param json a fragment of the arguments; the first is often empty */
  *add(index: unknown, json: unknown): Generator<ProviderEvent> {
    const call = this.open.get(index);
    if (!call || typeof json !== 'string' || json === '') return;
    call.hasFragments = true;
    if (call.text !== null) call.text += json;
    else yield deltaOf({ index: call.place, function: { arguments: json } });
  }

  /** A call without fragments has its input from its beginning; arguments are always a JSON object. */
  *end(index: unknown): Generator<ProviderEvent> {
    const call = this.open.get(index);
    this.open.delete(index);
    if (call && call.text !== null) {
      const input = textIn(call.hasFragments ? call.text : call.input);
      yield deltaOf({ index: call.place, custom: { input } });
    } else if (call && !call.hasFragments) {
      yield deltaOf({ index: call.place, function: { arguments: call.input } });
    }
  }
}

type Delta = Extract<ProviderEvent, { type: 'delta' }>['delta'];

function deltaOf(call: NonNullable<Delta['tool_calls']>[number]): ProviderEvent {
  return { type: 'delta', choice: 0, delta: { tool_calls: [call] } };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

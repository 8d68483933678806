import { randomUUID } from 'node:crypto';
import type { ToolCallPiece } from '#app/contracts/completion.ts';
import { isObject } from '../shared/json.ts';
import { textIn } from '../shared/options/text-tools.ts';

/** Clients refuse more in one answer. */
const MOST_CALLS = 128;

interface ReaderOptions {
  /** Names of the tools that take plain text. */
  textTools: ReadonlySet<string>;
  /** The caller's names of tools, by those on the wire where they differ. */
  names: ReadonlyMap<string, string>;
  /** Only one call is wanted at a time, for which the wire has no word: what is called beside it is called again. */
  isSingle: boolean;
}

/**
 * The calls of one answer, each of which comes whole, as OpenAI's deltas. An id that is missing or comes twice is made
 * up; arguments are always a JSON object.
 */
export class ToolCallReader {
  private readonly ids = new Set<string>();

  constructor(private readonly options: ReaderOptions) {}

  get hasCalls(): boolean {
    return this.ids.size > 0;
  }

  /** @returns null for what is no call, and for one too many */
  read(call: unknown): (ToolCallPiece & { id: string }) | null {
    const { textTools, names, isSingle } = this.options;
    if (!isObject(call) || this.ids.size >= (isSingle ? 1 : MOST_CALLS)) return null;
    const { id: given, name: sent, args } = call;
    if (typeof sent !== 'string' || sent === '') return null;
    const name = names.get(sent) ?? sent;
    const index = this.ids.size;
    const isOwn = typeof given === 'string' && given !== '' && !this.ids.has(given);
    const id = isOwn ? given : `call_${randomUUID()}`;
    this.ids.add(id);
    const json = JSON.stringify(isObject(args) ? args : {});
    if (textTools.has(name)) return { index, id, type: 'custom', custom: { name, input: textIn(json) } };
    return { index, id, type: 'function', function: { name, arguments: json } };
  }
}

import type { ResponseOutputItem } from 'openai/resources/responses/responses';
import type { ReasoningDetail, ToolCallPiece } from '#app/contracts/completion.ts';
import type { LogEntry } from '#app/contracts/generation.ts';
import { outputItemId, type ItemType } from './item-id.ts';
import {
  OpenCustomCall,
  OpenFunctionCall,
  OpenMessage,
  type CalledName,
  type OpenItem,
  type OutputEvent,
} from './open-items.ts';
import { OpenReasoning } from './reasoning-item.ts';
import type { GroupedNames } from './tool-groups.ts';

interface Options {
  generationId: string;
  isSummarised: boolean;
  /** Whether items include signed thoughts. */
  hasPackedThoughts: boolean;
  /** Tools of groups, by the names that the model uses. */
  groups?: GroupedNames;
}

/**
 * The output of a model as OpenAI's items, and the events of their growth. A message or a block of thoughts
 * ends when something else begins; tool calls grow piece by piece, several at a time, and end with the
 * answer.
 */
export class OutputItems {
  readonly #all: OpenItem[] = [];
  readonly #calls = new Map<number, OpenFunctionCall | OpenCustomCall>();
  readonly #places = new Map<OpenItem, number>();
  /** The message or the thoughts that grow. */
  #open: OpenMessage | OpenReasoning | null = null;

  constructor(private readonly options: Options) {}

  /** The items in their current state. */
  get items(): ResponseOutputItem[] {
    return this.#all.map(({ item }) => this.#shown(item));
  }

  /** Adds an entry of the call's log. */
  add(entry: LogEntry): OutputEvent[] {
    const events: OutputEvent[] = [];
    if (entry.type === 'text') events.push(...this.#message(events).addText(entry.text));
    else if (entry.type === 'thinking') events.push(...this.#thoughts(events).addText(entry.text));
    else if (entry.type === 'delta' && entry.choice === 0) {
      const { content, refusal, tool_calls: calls, reasoning_details: details } = entry.delta;
      if (details) this.#sign(details, events);
      if (content) events.push(...this.#message(events).addText(content, entry.logprobs));
      if (refusal) events.push(...this.#message(events).addRefusal(refusal));
      for (const piece of calls ?? []) events.push(...this.#call(piece, events).add(piece));
    }
    return events;
  }

  /** Ends all growing items. @param isWhole false if the answer was cut */
  end(isWhole: boolean): OutputEvent[] {
    const events: OutputEvent[] = [];
    this.#closeOpen(events, isWhole);
    for (const call of this.#calls.values()) this.#close(call, events, isWhole);
    this.#calls.clear();
    return events;
  }

  #message(events: OutputEvent[]): OpenMessage {
    if (this.#open instanceof OpenMessage) return this.#open;
    this.#closeOpen(events, true);
    return (this.#open = this.#begin('message', (id, at) => new OpenMessage(id, at), events));
  }

  #thoughts(events: OutputEvent[]): OpenReasoning {
    if (this.#open instanceof OpenReasoning) return this.#open;
    this.#closeOpen(events, true);
    const { isSummarised } = this.options;
    return (this.#open = this.#begin(
      'reasoning',
      (id, at) => new OpenReasoning(id, at, isSummarised),
      events,
    ));
  }

  /** A signature ends its thoughts; thoughts without text get an item of their own. */
  #sign(details: readonly ReasoningDetail[], events: OutputEvent[]): void {
    this.#thoughts(events).addDetails(details);
  }

  #call(piece: ToolCallPiece, events: OutputEvent[]): OpenFunctionCall | OpenCustomCall {
    const known = this.#calls.get(piece.index);
    if (known) return known;
    this.#closeOpen(events, true);
    const named = this.#named(piece.function?.name ?? piece.custom?.name ?? '');
    const call =
      piece.type === 'custom'
        ? this.#begin('custom_tool_call', (id, at) => new OpenCustomCall(id, at, piece, named), events)
        : this.#begin('function_call', (id, at) => new OpenFunctionCall(id, at, piece, named), events);
    this.#calls.set(piece.index, call);
    return call;
  }

  /** The caller's name for a tool. */
  #named(name: string): CalledName {
    const { groups = {} } = this.options;
    return Object.hasOwn(groups, name) ? groups[name]! : { name };
  }

  #begin<Item extends OpenItem>(
    type: ItemType,
    make: (id: string, index: number) => Item,
    events: OutputEvent[],
  ): Item {
    const index = this.#all.length;
    const open = make(outputItemId(type, this.options.generationId, index), index);
    this.#all.push(open);
    this.#places.set(open, index);
    // A copy: later text must not show in it.
    events.push({
      type: 'response.output_item.added',
      output_index: index,
      item: structuredClone(open.item),
    });
    return open;
  }

  #closeOpen(events: OutputEvent[], isWhole: boolean): void {
    if (this.#open) this.#close(this.#open, events, isWhole);
    this.#open = null;
  }

  #close(open: OpenItem, events: OutputEvent[], isWhole: boolean): void {
    events.push(...open.close(isWhole));
    const index = this.#places.get(open)!;
    events.push({
      type: 'response.output_item.done',
      output_index: index,
      item: this.#shown(open.item),
    });
  }

  #shown(item: ResponseOutputItem): ResponseOutputItem {
    if (item.type !== 'reasoning' || this.options.hasPackedThoughts) return item;
    const { encrypted_content: _packed, ...shown } = item;
    return shown;
  }
}

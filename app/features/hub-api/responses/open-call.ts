import type { ResponseCustomToolCall, ResponseFunctionToolCall } from 'openai/resources/responses/responses';
import type { ToolCallPiece } from '#app/contracts/completion.ts';
import type { OpenItem, OutputEvent } from './output-event.ts';

/** The name of a tool, and of its group where it has one. */
export interface CalledName {
  name: string;
  namespace?: string;
}

/** The call of a function while what it is called with grows. */
export class OpenFunctionCall implements OpenItem {
  readonly item: ResponseFunctionToolCall & { id: string };

  constructor(
    id: string,
    private readonly index: number,
    { id: callId }: ToolCallPiece,
    named: CalledName,
  ) {
    this.item = {
      id,
      type: 'function_call',
      status: 'in_progress',
      call_id: callId || id,
      ...named,
      arguments: '',
    };
  }

  add({ function: called }: ToolCallPiece): OutputEvent[] {
    const delta = called?.arguments ?? '';
    if (delta === '') return [];
    this.item.arguments += delta;
    return [{ type: 'response.function_call_arguments.delta', ...this.#place(), delta }];
  }

  close(isWhole: boolean): OutputEvent[] {
    this.item.status = isWhole ? 'completed' : 'incomplete';
    const { name, arguments: json } = this.item;
    return [{ type: 'response.function_call_arguments.done', ...this.#place(), name, arguments: json }];
  }

  #place() {
    return { item_id: this.item.id, output_index: this.index };
  }
}

/** The call of a tool that takes plain text. */
export class OpenCustomCall implements OpenItem {
  readonly item: ResponseCustomToolCall & { id: string };

  constructor(
    id: string,
    private readonly index: number,
    { id: callId }: ToolCallPiece,
    named: CalledName,
  ) {
    this.item = { id, type: 'custom_tool_call', call_id: callId || id, ...named, input: '' };
  }

  add({ custom }: ToolCallPiece): OutputEvent[] {
    const delta = custom?.input ?? '';
    if (delta === '') return [];
    this.item.input += delta;
    return [{ type: 'response.custom_tool_call_input.delta', ...this.#place(), delta }];
  }

  close(): OutputEvent[] {
    return [{ type: 'response.custom_tool_call_input.done', ...this.#place(), input: this.item.input }];
  }

  #place() {
    return { item_id: this.item.id, output_index: this.index };
  }
}

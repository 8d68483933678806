import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';

/** The prefixes of OpenAI's item ids, by type. */
const PREFIXES = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
} as const;

export type ItemType = keyof typeof PREFIXES;

/** Items of the answer by index; those of the input have an `i` before it. */
const FORM = /^[a-z]{2,4}_([0-9a-f-]{36})_(i?\d{1,5})$/;
const RESPONSE = 'resp_';
const RESPONSE_FORM = /^resp_([0-9a-f-]{36})$/;

/** The client's id for a response; `/api/v1/generation` accepts it unchanged. */
export function responseId(generationId: string): string {
  return RESPONSE + generationId;
}

/** @returns the generation of a client's response id; null for a malformed one */
export function generationOfResponse(id: string): string | null {
  return RESPONSE_FORM.exec(id)?.[1] ?? null;
}

/**
 * The id of the item at an index of an answer. It includes the index, so that a later input can refer to it.
 */
export function outputItemId(type: ItemType, generationId: string, index: number): string {
  return `${PREFIXES[type]}_${generationId}_${index}`;
}

/** The id of the item at an index of an input; hosted tools share a prefix. */
export function inputItemId(type: PlainItem['type'], generationId: string, index: number): string {
  const prefix = Object.hasOwn(PREFIXES, type) ? PREFIXES[type as ItemType] : 'ht';
  return `${prefix}_${generationId}_i${index}`;
}

/** @returns the generation whose answer or input has the item; null for an id that is not one of ours */
export function generationOfItem(id: string): string | null {
  return FORM.exec(id)?.[1] ?? null;
}

import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';

/** How the ids of OpenAI's items begin, by their types. */
const PREFIXES = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
} as const;

export type ItemType = keyof typeof PREFIXES;

/** Items of the answer by their place; those of the input have an `i` before it. */
const FORM = /^[a-z]{2,4}_([0-9a-f-]{36})_(i?\d{1,5})$/;
const RESPONSE = 'resp_';
const RESPONSE_FORM = /^resp_([0-9a-f-]{36})$/;

/** The client's name for a response; `/api/v1/generation` takes it as it is. */
export function responseId(generationId: string): string {
  return RESPONSE + generationId;
}

/** @returns the generation that a client's name for a response means; null for what cannot be one */
export function generationOfResponse(id: string): string | null {
  return RESPONSE_FORM.exec(id)?.[1] ?? null;
}

/** The id of the item at a place of an answer. It tells which, so that a later input can name it. */
export function outputItemId(type: ItemType, generationId: string, index: number): string {
  return `${PREFIXES[type]}_${generationId}_${index}`;
}

/** The id of the item at a place of an input; those of hosted tools share a prefix. */
export function inputItemId(type: PlainItem['type'], generationId: string, index: number): string {
  const prefix = Object.hasOwn(PREFIXES, type) ? PREFIXES[type as ItemType] : 'ht';
  return `${prefix}_${generationId}_i${index}`;
}

/** @returns the generation in whose answer or input an item stands; null for what cannot be an id of ours */
export function generationOfItem(id: string): string | null {
  return FORM.exec(id)?.[1] ?? null;
}

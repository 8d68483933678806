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

const RESPONSE = 'resp_';

/** The client's name for a response; `/api/v1/generation` takes it as it is. */
export function responseId(generationId: string): string {
  return RESPONSE + generationId;
}

/** The id of the item at a place of an answer. It tells which, so that a later input can name it. */
export function outputItemId(type: ItemType, generationId: string, index: number): string {
  return `${PREFIXES[type]}_${generationId}_${index}`;
}

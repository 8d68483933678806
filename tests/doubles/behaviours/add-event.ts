import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { emptyOutput, type Outcome, type ChoiceOutput } from './outcome.ts';

/** Adds one provider event to the outcome so far, as a client assembles it. */
export function addEvent(outcome: Outcome, event: ProviderEvent): void {
  if (event.type === 'text' || event.type === 'thinking' || event.type === 'delta') outcome.usage = null;
  switch (event.type) {
    case 'text':
    case 'thinking':
      outcome[event.type] += event.text;
      return;
    case 'usage':
      outcome.usage = event.usage;
      return;
    case 'finish':
      outputOf(outcome, event.choice).finish = event.reason;
      return;
    case 'delta':
      addDelta(outputOf(outcome, event.choice), event);
      return;
    case 'suggestions':
      outcome.suggestions = event.texts;
      return;
    case 'vector':
    case 'partial':
    case 'piece':
      throw new Error(`a ${event.type} in a conversation`);
  }
}

function outputOf(outcome: Outcome, choice: number): ChoiceOutput {
  if (choice === 0) return outcome;
  while (outcome.further.length < choice) outcome.further.push(emptyOutput());
  const further = outcome.further[choice - 1];
  if (!further) throw new Error(`choice ${choice} has no place`);
  return further;
}

function addDelta(
  choice: ChoiceOutput,
  { delta, logprobs }: Extract<ProviderEvent, { type: 'delta' }>,
): void {
  choice.text += delta.content ?? '';
  choice.refusal += delta.refusal ?? '';
  for (const token of logprobs?.content ?? []) choice.probable += token.token;
  for (const { index, id, function: called, custom } of delta.tool_calls ?? []) {
    if (id) {
      if (index !== choice.toolCalls.length) throw new Error(`call ${index} begins out of order`);
      choice.toolCalls.push({ id, name: called?.name ?? custom?.name ?? '', arguments: '' });
    }
    const call = choice.toolCalls[index];
    if (!call) throw new Error(`call ${index} goes on before it began`);
    call.arguments += called?.arguments ?? custom?.input ?? '';
  }
}

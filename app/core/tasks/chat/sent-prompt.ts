import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { Prompt } from '#app/core/targets/target.ts';

/** A prompt as a candidate is sent it: without the parameters that it does not take. */
export function sentPrompt<Sent extends Pick<Prompt, 'options'>>(
  prompt: Sent,
  candidate: Pick<Candidate, 'leftOut'> | null,
): Sent {
  if (!candidate || candidate.leftOut.length === 0) return prompt;
  return { ...prompt, options: without(prompt.options, candidate.leftOut) };
}

function without(options: CompletionOptions, leftOut: readonly string[]): CompletionOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !leftOut.includes(name)));
}

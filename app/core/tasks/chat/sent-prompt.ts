import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { Prompt } from '#app/core/targets/target.ts';

/** A prompt as a candidate is sent it: without the parameters that it does not take. */
export function sentPrompt(prompt: Prompt, candidate: Pick<Candidate, 'leftOut'> | null): Prompt {
  if (!candidate || candidate.leftOut.length === 0) return prompt;
  return { ...prompt, options: without(prompt.options, candidate.leftOut) };
}

function without(options: CompletionOptions, leftOut: readonly string[]): CompletionOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !leftOut.includes(name)));
}

import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import type { Continuation } from '#app/core/tasks/task.ts';

/** Max characters of an answer to continue: searching a longer one for the joining point costs too much. */
const MAX_LENGTH = 128 * 1024;

/** Characters of the tail that the model must repeat; up to the longer length to begin at a word. */
const TAIL = 48;
const LONGEST_TAIL = 80;

/**
 * Builds the prompt that asks another offer to continue an answer that was cut: the answer so far, and a
 * request to repeat its tail, which shows where the continuation joins. It uses no prefill: the newest models
 * refuse it.
 * @param own the text so far
 * @returns null when it cannot be continued: tools, several choices, log probabilities, or the caller forbids
 * it
 */
export function continuationOf(prompt: Prompt, own: string): Continuation<Prompt> | null {
  const { options, resume = true } = prompt;
  const before = splitPrefill(prompt.messages);
  if (!resume || !isPlain(options) || own.trim() === '' || !before) return null;
  const text = before.prefill + own;
  if (text.length > MAX_LENGTH) return null;
  const tail = tailOf(text);
  const { response_format: form, ...rest } = options;
  const isJson = form !== undefined && form.type !== 'text';
  const request: PromptMessage = { role: 'user', content: requestFor(tail, form) };
  return {
    input: {
      ...prompt,
      messages: [...before.messages, { role: 'assistant', content: text }, request],
      options: rest,
    },
    soFar: { text, tail, isJson },
  };
}

function isPlain({ n, logprobs, tools, functions }: CompletionOptions): boolean {
  return (n ?? 1) === 1 && !logprobs && !tools?.length && !functions?.length;
}

/** The conversation, and the assistant prefix that the answer continued; null when that is more than text. */
function splitPrefill(
  messages: readonly PromptMessage[],
): { messages: readonly PromptMessage[]; prefill: string } | null {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return { messages, prefill: '' };
  if (typeof last.content !== 'string' || last.tool_calls) return null;
  return { messages: messages.slice(0, -1), prefill: last.content };
}

/** The tail of a text, from the beginning of a word if one is near. */
function tailOf(text: string): string {
  if (text.length <= TAIL) return text;
  const longest = text.slice(-LONGEST_TAIL);
  const space = longest.slice(0, -TAIL).search(/\s/);
  const tail = space < 0 ? text.slice(-TAIL) : longest.slice(space + 1);
  // Drops the second half of a surrogate pair.
  return /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail;
}

function requestFor(tail: string, form: CompletionOptions['response_format']): string {
  const schema = form?.type === 'json_schema' ? ` of this schema: ${JSON.stringify(form.json_schema)}` : '';
  const json =
    form === undefined || form.type === 'text' ? '' : `\nThe whole message is one JSON document${schema}.`;
  return `Your last message was cut off. It ends with the text between the two lines of dashes:
-----
${tail}
-----
Go on with it: begin by repeating exactly that text, without the dashes, and say at once what follows it, to the end of the message. No other beginning, no comment, the same language.${json}`;
}

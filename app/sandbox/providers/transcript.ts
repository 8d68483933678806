import type { ChatMessage } from './openai/messages.ts';

const LINE =
  /(?:^|\n\n)\[(?:(system)\]\(#additional_instructions\)|(user)\]\(#message\)|(assistant)\]\(#message\))\n/g;

/**
 * A text of turns in OpenAI's form, from which the sandbox derives its answer. The text before the first turn
 * is context.
 */
export function transcriptAsTurns(text: string): ChatMessage[] {
  const lines = [...text.matchAll(LINE)];
  const before = text.slice(0, lines[0]?.index ?? text.length).trim();
  const turns = lines.map(({ index, 0: line, 1: system, 2: user }, place): ChatMessage => {
    const content = text.slice(index + line.length, lines[place + 1]?.index).trim();
    return { role: system ? 'system' : user ? 'user' : 'assistant', content };
  });
  return before === '' ? turns : [{ role: 'system', content: before }, ...turns];
}

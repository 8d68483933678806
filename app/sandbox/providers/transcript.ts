import type { ChatMessage } from './openai/messages.ts';

const LINE =
  /(?:^|\n\n)\[(?:(system)\]\(#additional_instructions\)|(user)\]\(#message\)|(assistant)\]\(#message\))\n/g;

/**
 * A text of turns in the words by which the sandbox finds its own: OpenAI's. What stands before the first of them is
 * something to read.
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

import { question, type Ask, type Call, type Target } from '../target.ts';

interface Chunk {
  error?: { message: string };
  choices?: { delta?: { content?: string } }[];
}

interface Completion {
  choices: { message: { content: string } }[];
}

/** A server of OpenAI's chat completions at this address. */
export function openAiTarget(options: {
  name: string;
  /** With /v1 */
  baseUrl: string;
  key: string;
  model: string;
  /** In addition to the key. */
  headers?: Record<string, string>;
  processes: Target['processes'];
  asked?: Target['asked'];
}): Target {
  const { name, key, model, processes, asked } = options;
  const url = new URL(`${options.baseUrl}/chat/completions`);
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
    ...options.headers,
  };
  const call = (ask: Ask): Call => ({
    url,
    headers,
    body: JSON.stringify({
      model,
      ...(!ask.whole && { stream: true, stream_options: { include_usage: true } }),
      // A conversation as long as that of the chat's callers.
      messages: [
        { role: 'user', content: 'Good morning.' },
        { role: 'assistant', content: 'Good morning!' },
        { role: 'user', content: question(ask) },
      ],
    }),
  });
  return { name, call, textAfter, textOf, processes, asked };
}

function textOf(body: string): string {
  return (JSON.parse(body) as Completion).choices[0]!.message.content;
}

function textAfter(said: string, data: string): string {
  if (data === '[DONE]') return said;
  const { error, choices } = JSON.parse(data) as Chunk;
  if (error) throw new Error(error.message);
  return said + (choices?.[0]?.delta?.content ?? '');
}

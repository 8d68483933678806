import type { Scenario } from '../scenario.ts';
import type { Reply, WireUsage } from './reply.ts';
import type { ChatRequest } from './validate.ts';

/** What one event of the stream carries: its JSON, and how many tokens are in it. */
export interface Chunk {
  json: string;
  tokens: number;
}

interface Delta {
  role?: string;
  content?: string | null;
  reasoning_content?: string;
  tool_calls?: unknown[];
}

/** Usage that no provider can mean: our side must not believe it. */
export const ABSURD_USAGE = { prompt_tokens: -5, completion_tokens: 9e15, total_tokens: null };

/** The good stream of a reply, chunk by chunk, without `[DONE]`. */
export function* chunksOf(
  request: ChatRequest,
  reply: Reply,
  scenario: Scenario,
  id: string,
): Generator<Chunk> {
  const frame = { id, object: 'chat.completion.chunk', created: Math.floor(Date.now() / 1000) };
  const wantsUsage = request.stream_options?.include_usage === true && scenario.usage !== 'missing';
  const usage = scenario.usage === 'absurd' ? ABSURD_USAGE : reply.usage;

  const choice = (delta: Delta, finish: string | null = null, said: unknown = null) =>
    JSON.stringify({
      ...frame,
      model: request.model,
      system_fingerprint: 'fp_sandbox',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(wantsUsage ? { usage: said } : {}),
    });
  const usageChunk = (said: unknown) =>
    JSON.stringify({ ...frame, model: request.model, choices: [], usage: said });

  yield { json: choice({ role: 'assistant', content: '' }), tokens: 0 };
  for (const [text, tokens] of grouped(reply.thinking, scenario.chunk)) {
    yield { json: choice({ reasoning_content: text }), tokens };
  }
  for (const [text, tokens] of grouped(reply.text, scenario.chunk)) {
    yield { json: choice({ content: text }), tokens };
  }
  for (const delta of toolDeltas(reply)) yield { json: choice(delta), tokens: 0 };
  const early = scenario.usage === 'with-choices' && wantsUsage;
  yield { json: choice({}, reply.finish, early ? usage : null), tokens: 0 };
  if (!wantsUsage || early) return;
  if (scenario.usage === 'twice') yield { json: usageChunk(half(reply.usage)), tokens: 0 };
  yield { json: usageChunk(usage), tokens: 0 };
}

function* grouped(pieces: readonly string[], size: number): Generator<[string, number]> {
  const step = Math.max(1, size);
  for (let at = 0; at < pieces.length; at += step) {
    const group = pieces.slice(at, at + step);
    yield [group.join(''), group.length];
  }
}

/** The first fragment names the call, the later ones bring its arguments in two pieces. */
function toolDeltas({ toolCall }: Reply): Delta[] {
  if (!toolCall) return [];
  const middle = Math.ceil(toolCall.arguments.length / 2);
  const fragment = (text: string): Delta => ({ tool_calls: [{ index: 0, function: { arguments: text } }] });
  return [
    {
      tool_calls: [
        { index: 0, id: toolCall.id, type: 'function', function: { name: toolCall.name, arguments: '' } },
      ],
    },
    fragment(toolCall.arguments.slice(0, middle)),
    fragment(toolCall.arguments.slice(middle)),
  ];
}

function half(usage: WireUsage): WireUsage {
  const completion = Math.floor(usage.completion_tokens / 2);
  return { ...usage, completion_tokens: completion, total_tokens: usage.prompt_tokens + completion };
}

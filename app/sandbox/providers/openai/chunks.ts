import type { Scenario } from '../scenario.ts';
import { countText } from '../tokens.ts';
import type { Call } from './calls.ts';
import type { Choice } from './choice.ts';
import { logprobsOf } from './logprobs.ts';
import type { Reply } from './reply.ts';
import { ABSURD_USAGE, type WireUsage } from './usage.ts';
import type { ChatRequest } from './chat-request.ts';

/** One event of the stream: its JSON, and the number of tokens in it. */
export interface Chunk {
  json: string;
  tokens: number;
}

/** A piece of one choice. */
interface Step {
  delta: Record<string, unknown>;
  tokens: number;
  logprobs?: object;
  finish?: string;
}

/** The good stream of a reply, chunk by chunk, with alternating choices, without `[DONE]`. */
export function* chunksOf(
  request: ChatRequest,
  reply: Reply,
  scenario: Scenario,
  id: string,
): Generator<Chunk> {
  const frame = {
    id,
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  };
  const wantsUsage = request.stream_options?.include_usage === true && scenario.usage !== 'missing';
  const usage = scenario.usage === 'absurd' ? ABSURD_USAGE : reply.usage;
  const early = scenario.usage === 'with-choices' && wantsUsage;
  // The common parts of all chunks are serialized once: a bench would measure a slow double.
  const head = `${JSON.stringify(frame).slice(0, -1)},"choices":[`;
  const usageChunk = (said: unknown): Chunk => ({
    json: `${head}],"usage":${JSON.stringify(said)}}`,
    tokens: 0,
  });

  const steps = reply.choices.map((choice) => stepsOf(choice, request, scenario));
  let spoken = 0;
  for (const { index, step, isLast } of byTurns(steps)) {
    const { delta, logprobs = null, finish: finish_reason = null, tokens } = step;
    spoken += tokens;
    const choice = JSON.stringify({ index, delta, logprobs, finish_reason });
    const isCounted = (early && isLast) || scenario.usage === 'running';
    const said = isCounted ? JSON.stringify(isLast ? usage : upTo(reply.usage, spoken)) : 'null';
    yield { json: `${head}${choice}]${wantsUsage ? `,"usage":${said}` : ''}}`, tokens };
  }
  if (!wantsUsage || early) return;
  if (scenario.usage === 'twice') yield usageChunk(half(reply.usage));
  yield usageChunk(usage);
}

function* byTurns(choices: Generator<Step>[]): Generator<{ index: number; step: Step; isLast: boolean }> {
  const open = new Map(choices.entries());
  while (open.size > 0) {
    for (const [index, steps] of open) {
      const { value, done } = steps.next();
      if (done) open.delete(index);
      else yield { index, step: value, isLast: open.size === 1 && value.finish !== undefined };
    }
  }
}

function* stepsOf(choice: Choice, request: ChatRequest, { chunk }: Scenario): Generator<Step> {
  const { thinking, text, refusal, calls, finish } = choice;
  const saysNothing = text.length === 0 && calls.length > 0;
  yield { delta: { role: 'assistant', content: saysNothing ? null : '', refusal: null }, tokens: 0 };
  const probable = (kind: 'content' | 'refusal', pieces: readonly string[]) =>
    request.logprobs
      ? { logprobs: { content: null, refusal: null, [kind]: logprobsOf(pieces, request.top_logprobs ?? 0) } }
      : {};
  for (const pieces of grouped(thinking, chunk)) {
    yield { delta: { reasoning_content: pieces.join('') }, tokens: pieces.length };
  }
  for (const pieces of grouped(text, chunk)) {
    yield { delta: { content: pieces.join('') }, tokens: pieces.length, ...probable('content', pieces) };
  }
  for (const pieces of grouped(refusal, chunk)) {
    yield { delta: { refusal: pieces.join('') }, tokens: pieces.length, ...probable('refusal', pieces) };
  }
  for (const [index, call] of calls.entries()) {
    yield { delta: headOf(call, index), tokens: countText(call.name) };
    for (const pieces of grouped(call.pieces, chunk)) {
      yield { delta: fragmentOf(call, index, pieces.join('')), tokens: pieces.length };
    }
  }
  const isOld = finish === 'tool_calls' && calls[0]?.manner === 'old';
  yield { delta: {}, finish: isOld ? 'function_call' : finish, tokens: 0 };
}

/** The first fragment names the call, the later ones contain its arguments. */
function headOf({ manner, id, name }: Call, index: number): Record<string, unknown> {
  if (manner === 'old') return { function_call: { name, arguments: '' } };
  const called =
    manner === 'custom' ? { custom: { name, input: '' } } : { function: { name, arguments: '' } };
  return { tool_calls: [{ index, id, type: manner, ...called }] };
}

function fragmentOf({ manner }: Call, index: number, text: string): Record<string, unknown> {
  if (manner === 'old') return { function_call: { arguments: text } };
  const called = manner === 'custom' ? { custom: { input: text } } : { function: { arguments: text } };
  return { tool_calls: [{ index, ...called }] };
}

function* grouped(pieces: readonly string[], size: number): Generator<readonly string[]> {
  const step = Math.max(1, size);
  for (let at = 0; at < pieces.length; at += step) yield pieces.slice(at, at + step);
}

function half(usage: WireUsage): WireUsage {
  return upTo(usage, Math.floor(usage.completion_tokens / 2));
}

/** The usage after so many tokens. */
function upTo(usage: WireUsage, completion: number): WireUsage {
  return { ...usage, completion_tokens: completion, total_tokens: usage.prompt_tokens + completion };
}

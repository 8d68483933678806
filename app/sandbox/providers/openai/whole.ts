import { hangUp, sendError, sendJson, type Exchange } from '../http.ts';
import { wait } from '../wait.ts';
import type { Scenario } from '../scenario.ts';
import type { Choice } from './choice.ts';
import { REFUSAL_ERRORS } from './errors.ts';
import { logprobsOf } from './logprobs.ts';
import type { Reply } from './reply.ts';
import { ABSURD_USAGE } from './usage.ts';
import type { ChatRequest } from './chat-request.ts';

/** The unstreamed answer after its gate and the time that its tokens would have taken. */
export async function answerWhole(
  exchange: Exchange,
  request: ChatRequest,
  reply: Reply,
  scenario: Scenario,
): Promise<void> {
  const { fault } = scenario;
  if (fault === 'error-first' || fault === 'error-mid') {
    return sendError(exchange, REFUSAL_ERRORS['500'](exchange.key));
  }
  if (fault === 'malformed') {
    exchange.seen.status = 200;
    exchange.response.writeHead(200, { 'content-type': 'application/json' });
    exchange.response.end('{"id":"chatcmpl-sandbox","choices":[');
    return;
  }
  const isSilent = fault !== null && fault !== 'empty' && fault !== 'no-finish' && fault !== 'cut';
  if (isSilent) return;
  if (scenario.gate !== null) await exchange.gates.pass(scenario.gate, exchange.response, 0);
  const tokens = Math.max(...reply.choices.map(sizeOf));
  await wait(scenario.pace * Math.ceil(tokens / scenario.chunk), exchange.response);
  if (fault === 'cut') {
    hangUp(exchange);
    return;
  }
  exchange.seen.tokens = reply.choices.reduce((sum, choice) => sum + sizeOf(choice), 0);
  sendJson(exchange, 200, {
    ...(exchange.accent && (JSON.parse(exchange.accent.first) as object)),
    id: `chatcmpl-sandbox${exchange.seen.number}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: reply.choices.map((choice, index) => ({
      index,
      message: messageOf(choice),
      logprobs: request.logprobs ? probabilitiesOf(choice, request.top_logprobs ?? 0) : null,
      finish_reason: fault === 'no-finish' ? null : finishOf(choice),
      ...exchange.accent?.choice,
    })),
    ...(scenario.usage === 'missing'
      ? {}
      : { usage: scenario.usage === 'absurd' ? ABSURD_USAGE : reply.usage }),
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  });
}

function sizeOf({ thinking, text, refusal }: Choice): number {
  return thinking.length + text.length + refusal.length;
}

function messageOf({ thinking, text, refusal, calls }: Choice): object {
  const saysNothing = text.length === 0 && (calls.length > 0 || refusal.length > 0);
  const made = calls.map(({ manner, id, name, pieces }) => {
    const input = pieces.join('');
    if (manner === 'custom') return { id, type: manner, custom: { name, input } };
    return { id, type: 'function', function: { name, arguments: input } };
  });
  const isOld = calls[0]?.manner === 'old';
  return {
    role: 'assistant',
    content: saysNothing ? null : text.join(''),
    refusal: refusal.length > 0 ? refusal.join('') : null,
    annotations: [],
    ...(thinking.length > 0 ? { reasoning_content: thinking.join('') } : {}),
    ...(made.length > 0 && !isOld ? { tool_calls: made } : {}),
    ...(isOld ? { function_call: { name: calls[0]?.name, arguments: calls[0]?.pieces.join('') } } : {}),
  };
}

function probabilitiesOf({ text, refusal }: Choice, top: number): object {
  const of = (pieces: readonly string[]) => (pieces.length > 0 ? logprobsOf(pieces, top) : null);
  return { content: of(text), refusal: of(refusal) };
}

function finishOf({ finish, calls }: Choice): string {
  return finish === 'tool_calls' && calls[0]?.manner === 'old' ? 'function_call' : finish;
}

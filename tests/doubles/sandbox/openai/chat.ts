import { sendError, sendJson, wait, type Exchange } from '../http.ts';
import { scenarioOfModel } from '../models.ts';
import { readDirective, REFUSALS, ScenarioError, splitDirectives, type Refusal } from '../scenario.ts';
import type { Scenario } from '../scenario.ts';
import { titleFor } from '../words/title.ts';
import { invalidRequest, REFUSAL_ERRORS, unknownModel } from './errors.ts';
import { composeReply, textsOf, type Reply } from './reply.ts';
import { streamReply } from './stream.ts';
import { readChatRequest, type ChatRequest } from './validate.ts';

/** What a sandbox remembers between requests. */
export interface Memory {
  /** Milliseconds between chunks where neither model nor directive says so. */
  pace: number;
  /** How often a message or a directive was seen. */
  seen: Map<string, number>;
}

const REMEMBERED = 10_000;

/** POST /v1/chat/completions */
export async function answerChat(exchange: Exchange, body: unknown, memory: Memory): Promise<void> {
  const request = readChatRequest(body);
  if ('status' in request) return sendError(exchange, request);
  exchange.seen.model = request.model;
  const base = scenarioOfModel(request.model, memory.pace);
  if (!base) return sendError(exchange, unknownModel(request.model));
  const { system, user } = textsOf(request);
  const { directive, rest } = splitDirectives(user);
  // A request for a title quotes the conversation: its directives were meant for the reply.
  const title = titleFor(system, rest);
  let scenario: Scenario;
  try {
    scenario = title ? { ...base, text: title, thinking: null } : readDirective(directive, base);
  } catch (error) {
    if (error instanceof ScenarioError) return sendError(exchange, invalidRequest(error.message, 'messages'));
    throw error;
  }
  if (scenario.times > 0 && countOf(memory, `directive ${directive}`) > scenario.times) scenario.fault = null;
  if (scenario.delay > 0) await wait(scenario.delay, exchange.response);
  const refusal = REFUSALS.find((name) => name === scenario.fault);
  if (refusal) return refuse(exchange, refusal, scenario);

  const reply = composeReply(request, scenario, rest, countOf(memory, `message ${rest}`) - 1);
  if (request.stream) return streamReply(exchange, request, reply, scenario);
  return answerWhole(exchange, request, reply, scenario);
}

/** Counts one more of `key` and says how many there were. */
function countOf({ seen }: Memory, key: string): number {
  if (seen.size > REMEMBERED) seen.clear();
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return count;
}

function refuse(exchange: Exchange, refusal: Refusal, scenario: Scenario): void {
  if (refusal === 'hang') return;
  if (refusal === 'refuse') {
    hangUp(exchange);
    return;
  }
  const headers = scenario.retry === null ? undefined : { 'retry-after': scenario.retry };
  sendError(exchange, REFUSAL_ERRORS[refusal](exchange.key), headers);
}

/** Resets the connection: what the client sees of a server that died. */
function hangUp({ request, seen }: Exchange): void {
  seen.answeredAt = Date.now();
  request.socket.resetAndDestroy();
}

/** The answer in one piece, after the time that its words would have taken. */
async function answerWhole(
  exchange: Exchange,
  request: ChatRequest,
  reply: Reply,
  scenario: Scenario,
): Promise<void> {
  if (scenario.fault === 'error-first' || scenario.fault === 'error-mid') {
    return sendError(exchange, REFUSAL_ERRORS['500'](exchange.key));
  }
  if (scenario.fault === 'malformed') {
    exchange.seen.status = 200;
    exchange.response.writeHead(200, { 'content-type': 'application/json' });
    exchange.response.end('{"id":"chatcmpl-sandbox","choices":[');
    return;
  }
  const broken = scenario.fault !== null && scenario.fault !== 'empty' && scenario.fault !== 'no-finish';
  if (broken && scenario.fault !== 'cut') return;
  await wait(scenario.pace * Math.ceil(reply.text.length / scenario.chunk), exchange.response);
  if (scenario.fault === 'cut') {
    hangUp(exchange);
    return;
  }
  exchange.seen.tokens = reply.text.length;
  sendJson(exchange, 200, {
    id: `chatcmpl-sandbox${exchange.seen.number}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.toolCall ? null : reply.text.join(''),
          refusal: null,
          annotations: [],
          ...(reply.thinking.length > 0 ? { reasoning_content: reply.thinking.join('') } : {}),
          ...(reply.toolCall ? { tool_calls: [toolCallOf(reply.toolCall)] } : {}),
        },
        logprobs: null,
        finish_reason: scenario.fault === 'no-finish' ? null : reply.finish,
      },
    ],
    ...(scenario.usage === 'missing' ? {} : { usage: reply.usage }),
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  });
}

function toolCallOf({ id, name, arguments: json }: NonNullable<Reply['toolCall']>) {
  return { id, type: 'function', function: { name, arguments: json } };
}

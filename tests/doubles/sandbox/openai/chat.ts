import { hangUp, sendError, sendJson, wait, type Exchange } from '../http.ts';
import { countOf, planAnswer, type Memory } from '../plan.ts';
import { REFUSALS, ScenarioError, type Refusal, type Scenario } from '../scenario.ts';
import { ABSURD_USAGE } from './chunks.ts';
import { invalidRequest, REFUSAL_ERRORS, unknownModel } from './errors.ts';
import { composeReply, textsOf, type Reply } from './reply.ts';
import { streamReply } from './stream.ts';
import { readChatRequest, type ChatRequest } from './validate.ts';

/** POST /v1/chat/completions */
export async function answerChat(exchange: Exchange, body: unknown, memory: Memory): Promise<void> {
  const request = readChatRequest(body);
  if ('status' in request) return sendError(exchange, request);
  exchange.seen.model = request.model;
  let plan: ReturnType<typeof planAnswer>;
  try {
    plan = planAnswer(
      { model: request.model, provider: exchange.seen.provider, ...textsOf(request) },
      memory,
    );
  } catch (error) {
    if (error instanceof ScenarioError) return sendError(exchange, invalidRequest(error.message, 'messages'));
    throw error;
  }
  if (!plan) return sendError(exchange, unknownModel(request.model));
  const { scenario, question } = plan;
  if (scenario.delay > 0) await wait(scenario.delay, exchange.response);
  const refusal = REFUSALS.find((name) => name === scenario.fault);
  if (refusal) return refuse(exchange, refusal, scenario);

  const reply = composeReply(request, scenario, question, countOf(memory, `message ${question}`) - 1);
  if (request.stream) return streamReply(exchange, request, reply, scenario);
  return answerWhole(exchange, request, reply, scenario);
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
    ...(scenario.usage === 'missing'
      ? {}
      : { usage: scenario.usage === 'absurd' ? ABSURD_USAGE : reply.usage }),
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  });
}

function toolCallOf({ id, name, arguments: json }: NonNullable<Reply['toolCall']>) {
  return { id, type: 'function', function: { name, arguments: json } };
}

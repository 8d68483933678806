import { hangUp, sendError, type Exchange } from '../http.ts';
import { wait } from '../wait.ts';
import { planAnswer, type Memory } from '../plan.ts';
import { REFUSALS, ScenarioError, type Refusal, type Scenario } from '../scenario.ts';
import { SchemaError } from '../words/instance.ts';
import { invalidRequest, REFUSAL_ERRORS, unknownModel } from './errors.ts';
import { composeReply, textsOf } from './reply.ts';
import { streamReply } from './stream.ts';
import { readChatRequest } from './validate.ts';
import { answerWhole } from './whole.ts';

/** POST /v1/chat/completions */
export async function answerChat(exchange: Exchange, body: unknown, memory: Memory): Promise<void> {
  const request = readChatRequest(body);
  if ('status' in request) return sendError(exchange, request);
  const { seen } = exchange;
  seen.model = request.model;
  try {
    const plan = planAnswer(
      { model: request.model, provider: seen.provider, key: exchange.key, ...textsOf(request) },
      memory,
    );
    if (!plan) return sendError(exchange, unknownModel(request.model));
    const { scenario } = plan;
    if (scenario.delay > 0) await wait(scenario.delay, exchange.response);
    const refusal = REFUSALS.find((name) => name === scenario.fault);
    if (refusal) return refuse(exchange, refusal, scenario);
    const reply = composeReply(request, { ...plan, number: seen.number, memory });
    if (request.stream) return await streamReply(exchange, request, reply, scenario);
    return await answerWhole(exchange, request, reply, scenario);
  } catch (error) {
    const param = error instanceof ScenarioError ? 'messages' : 'response_format';
    if (!(error instanceof ScenarioError || error instanceof SchemaError)) throw error;
    sendError(exchange, invalidRequest(error.message, param));
  }
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

import { sendError, type Exchange } from '../http.ts';
import { planAnswer, type Memory } from '../plan.ts';
import { retryHeaders, wasRefused } from '../refuse.ts';
import { ScenarioError, type SpokenRefusal } from '../scenario.ts';
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
    const refuse = (refusal: SpokenRefusal) =>
      sendError(exchange, REFUSAL_ERRORS[refusal](exchange.key), retryHeaders(scenario));
    if (await wasRefused(exchange, scenario, refuse)) return;
    const reply = composeReply(request, { ...plan, number: seen.number, memory });
    seen.bill = { prompt: reply.usage.prompt_tokens, completion: reply.usage.completion_tokens };
    if (request.stream) return await streamReply(exchange, request, reply, scenario);
    return await answerWhole(exchange, request, reply, scenario);
  } catch (error) {
    const param = error instanceof ScenarioError ? 'messages' : 'response_format';
    if (!(error instanceof ScenarioError || error instanceof SchemaError)) throw error;
    sendError(exchange, invalidRequest(error.message, param));
  }
}

import { readJson, type SandboxContext } from '../../context.ts';
import { hangUp, type Exchange } from '../../http.ts';
import { composeReply, textsOf, type Reply } from '../../openai/reply.ts';
import { planAnswer } from '../../plan.ts';
import { REFUSALS, ScenarioError, type Scenario } from '../../scenario.ts';
import { wait } from '../../wait.ts';
import {
  commonHeaders,
  invalidRequest,
  MISSING_TOKEN,
  REFUSAL_ERRORS,
  sendError,
  unknownModel,
} from '../errors.ts';
import { predictionAsChat, readPredictionRequest } from './request.ts';

const PATH = /^\/palm\/models\/([\w.-]+):predict$/;
const BEARER = /^Bearer (\S+)$/;

/** POST /palm/models/{model}:predict: PaLM on Vertex AI, whose answers are never streamed. */
export async function answerPredict(
  given: Omit<Exchange, 'key'>,
  { path, context }: { path: string; context: SandboxContext },
): Promise<void> {
  const { headers, method } = given.request;
  const [, model] = PATH.exec(path) ?? [];
  const exchange: Exchange = { ...given, key: BEARER.exec(headers.authorization ?? '')?.[1] ?? '' };
  if (method !== 'POST' || !model) return sendError(exchange, { code: 404, message: 'Not Found' });
  if (!exchange.key) return sendError(exchange, MISSING_TOKEN);
  const read = await readJson(exchange, context);
  if (read === 'too large') return sendError(exchange, REFUSAL_ERRORS['413'](''));
  if (read === 'no JSON') return sendError(exchange, invalidRequest('Invalid JSON payload received.'));
  const request = readPredictionRequest(read.body, model);
  if ('code' in request) return sendError(exchange, request);
  const { seen } = exchange;
  seen.model = model;
  const chat = predictionAsChat(request, model);
  try {
    const plan = planAnswer({ model, provider: seen.provider, ...textsOf(chat) }, context.memory);
    if (!plan) return sendError(exchange, unknownModel(model));
    const { scenario } = plan;
    if (scenario.delay > 0) await wait(scenario.delay, exchange.response);
    const reply = composeReply(chat, { ...plan, number: seen.number, memory: context.memory });
    await answer(exchange, reply, scenario);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    sendError(exchange, invalidRequest(error.message));
  }
}

async function answer(exchange: Exchange, reply: Reply, scenario: Scenario): Promise<void> {
  const { response, seen } = exchange;
  const { fault, pace, chunk, retry } = scenario;
  const refusal = REFUSALS.find((name) => name === fault);
  if (refusal === 'refuse' || fault === 'cut') {
    hangUp(exchange);
    return;
  }
  if (refusal === 'filter') return say(exchange, bodyOf(reply, { ...scenario, finish: 'content_filter' }));
  if (refusal && refusal !== 'hang') return sendError(exchange, REFUSAL_ERRORS[refusal](exchange.key), retry);
  if (fault === 'error-first' || fault === 'error-mid') return sendError(exchange, REFUSAL_ERRORS['503'](''));
  const isSilent = fault !== null && !['empty', 'no-finish', 'malformed'].includes(fault);
  if (isSilent) return;
  const tokens = reply.choices[0]?.text.length ?? 0;
  await wait(pace * Math.ceil(tokens / chunk), response);
  seen.tokens = tokens;
  say(exchange, fault === 'malformed' ? '{"predictions":[' : bodyOf(reply, scenario));
}

function say({ response, seen }: Exchange, body: string): void {
  seen.status = 200;
  response.writeHead(200, { ...commonHeaders(seen), 'content-type': 'application/json; charset=UTF-8' });
  response.end(body);
}

/** An answer that the policy blocks is empty and says so. */
function bodyOf({ choices, usage }: Reply, { finish, usage: style }: Scenario): string {
  const blocked = finish === 'content_filter';
  const [choice] = choices;
  const content = blocked ? '' : [...(choice?.text ?? []), ...(choice?.refusal ?? [])].join('');
  const count = (totalTokens: number) => ({ totalTokens, totalBillableCharacters: totalTokens * 4 });
  const tokenMetadata =
    style === 'absurd'
      ? { inputTokenCount: count(-5), outputTokenCount: count(9e15) }
      : {
          inputTokenCount: count(usage.prompt_tokens),
          outputTokenCount: count(blocked ? 0 : usage.completion_tokens),
        };
  return JSON.stringify({
    predictions: [
      {
        candidates: [{ author: 'bot', content }],
        citationMetadata: [{ citations: [] }],
        safetyAttributes: [{ blocked, categories: [], scores: [] }],
      },
    ],
    ...(style !== 'missing' && { metadata: { tokenMetadata } }),
  });
}

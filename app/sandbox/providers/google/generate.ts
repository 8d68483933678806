import { readJson, type SandboxContext } from '../context.ts';
import { hangUp, type Exchange } from '../http.ts';
import { textsOf } from '../openai/reply.ts';
import { planAnswer } from '../plan.ts';
import { wasRefused } from '../refuse.ts';
import { ScenarioError, type Scenario, type SpokenRefusal } from '../scenario.ts';
import { streamEvents } from '../speak.ts';
import { wait } from '../wait.ts';
import { SchemaError } from '../words/instance.ts';
import { asChat } from './as-chat.ts';
import {
  commonHeaders,
  errorBody,
  invalidRequest,
  MISSING_KEY,
  MISSING_TOKEN,
  REFUSAL_ERRORS,
  sendError,
  unknownModel,
} from './errors.ts';
import { eventsOf, wholeOf } from './events.ts';
import type { GenerateRequest } from './generate-request.ts';
import { composeAnswer, type Answer } from './reply.ts';
import { readGenerateRequest } from './validate.ts';

/** The Gemini API, and Vertex AI. */
const PATH =
  /^\/(?:v1beta|v1(\/projects\/[\w-]+\/locations\/[\w-]+\/publishers\/google))\/models\/([\w.-]+):(generateContent|streamGenerateContent)$/;

/** As issued by a token server. */
const BEARER = /^Bearer (ya29\.\S+)$/;

/** POST /v1beta/models/{model}:generateContent and :streamGenerateContent?alt=sse, and the same below a project of Vertex AI. */
export async function answerGenerate(
  given: Omit<Exchange, 'key'>,
  { path, query, context }: { path: string; query: URLSearchParams; context: SandboxContext },
): Promise<void> {
  const { headers, method } = given.request;
  const [, project, model = '', call] = PATH.exec(path) ?? [];
  const key = project ? BEARER.exec(headers.authorization ?? '')?.[1] : headers['x-goog-api-key'];
  const exchange: Exchange = { ...given, key: String(key ?? '') };
  if (method !== 'POST' || !call) return sendError(exchange, { code: 404, message: 'Not Found' });
  if (!exchange.key) return sendError(exchange, project ? MISSING_TOKEN : MISSING_KEY);
  const isStream = call === 'streamGenerateContent';
  if (isStream && query.get('alt') !== 'sse')
    return sendError(exchange, invalidRequest('the sandbox streams with alt=sse alone'));
  const read = await readJson(exchange, context);
  if (read === 'too large') return sendError(exchange, REFUSAL_ERRORS['413'](''));
  if (read === 'no JSON') return sendError(exchange, invalidRequest('Invalid JSON payload received.'));
  const request = readGenerateRequest(read.body, model);
  if ('code' in request) return sendError(exchange, request);
  exchange.seen.model = model;
  try {
    await answer(exchange, { model, request, isStream }, context);
  } catch (error) {
    if (!(error instanceof ScenarioError || error instanceof SchemaError)) throw error;
    sendError(exchange, invalidRequest(error.message));
  }
}

async function answer(
  exchange: Exchange,
  { model, request, isStream }: { model: string; request: GenerateRequest; isStream: boolean },
  { memory }: SandboxContext,
): Promise<void> {
  const { seen } = exchange;
  const chat = asChat(request, model);
  const plan = planAnswer({ model, provider: seen.provider, key: exchange.key, ...textsOf(chat) }, memory);
  if (!plan) return sendError(exchange, unknownModel(model));
  const { scenario } = plan;
  const say = (refusal: SpokenRefusal) => refuse(exchange, refusal, scenario, isStream);
  if (await wasRefused(exchange, scenario, say)) return;
  const composed = composeAnswer(request, chat, { ...plan, number: seen.number, memory });
  const { promptTokenCount: prompt, totalTokenCount: total } = composed.usage;
  seen.bill = { prompt, completion: total - prompt };
  const frame = { modelVersion: model, responseId: `sandbox${seen.number}` };
  if (!isStream) return answerWhole(exchange, composed, wholeOf(composed, scenario, frame), scenario);
  await streamEvents(
    exchange,
    {
      headers: commonHeaders(seen),
      pieces: eventsOf(composed, scenario, frame),
      end: '',
      broken: 'data: {"candidates":[{"content":{"parts":[{"text":"hal\r\n\r\n',
      // It is not an event, and no empty line follows it.
      error: `${JSON.stringify(errorBody(REFUSAL_ERRORS['503']('')), null, 2)}\n`,
    },
    scenario,
  );
}

function refuse(exchange: Exchange, refusal: SpokenRefusal, scenario: Scenario, isStream: boolean): void {
  if (refusal !== 'filter') return sendError(exchange, REFUSAL_ERRORS[refusal](exchange.key), scenario.retry);
  const { response, seen } = exchange;
  const body = JSON.stringify({
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 12, totalTokenCount: 12 },
  });
  seen.status = 200;
  const type = isStream ? 'text/event-stream' : 'application/json; charset=UTF-8';
  response.writeHead(200, { ...commonHeaders(seen), 'content-type': type });
  response.end(isStream ? `data: ${body}\r\n\r\n` : body);
}

/** The unstreamed answer, after the time that its tokens would have taken. */
async function answerWhole(
  exchange: Exchange,
  { text, thinking }: Answer,
  whole: object,
  { fault, pace, chunk }: Scenario,
): Promise<void> {
  const { response, seen } = exchange;
  if (fault === 'error-first' || fault === 'error-mid') return sendError(exchange, REFUSAL_ERRORS['503'](''));
  const isSilent = fault !== null && !['empty', 'no-finish', 'cut', 'malformed'].includes(fault);
  if (isSilent) return;
  const tokens = text.length + thinking.length;
  await wait(pace * Math.ceil(tokens / chunk), response);
  if (fault === 'cut') {
    hangUp(exchange);
    return;
  }
  seen.tokens = tokens;
  seen.status = 200;
  response.writeHead(200, { ...commonHeaders(seen), 'content-type': 'application/json; charset=UTF-8' });
  response.end(fault === 'malformed' ? '{"candidates":[' : JSON.stringify(whole, null, 2));
}

import { readJson, type SandboxContext } from '../../context.ts';
import { hangUp, type Exchange } from '../../http.ts';
import { composeReply, textsOf } from '../../openai/reply.ts';
import { planAnswer } from '../../plan.ts';
import { REFUSALS, ScenarioError, type Refusal, type Scenario } from '../../scenario.ts';
import { speak, type Piece } from '../../speak.ts';
import { wait } from '../../wait.ts';
import {
  commonHeaders,
  errorBody,
  invalidRequest,
  REFUSAL_ERRORS,
  sendError,
  unknownModel,
} from '../errors.ts';
import { eventOf } from '../events.ts';
import { completionAsChat, readCompletionRequest } from './request.ts';

interface Frame {
  id: string;
  model: string;
}

/** POST /v1/complete */
export async function answerComplete(given: Omit<Exchange, 'key'>, context: SandboxContext): Promise<void> {
  const { headers, method } = given.request;
  const exchange: Exchange = { ...given, key: String(headers['x-api-key'] ?? '') };
  if (method !== 'POST')
    return sendError(exchange, { status: 405, type: 'invalid_request_error', message: 'Method Not Allowed' });
  if (!exchange.key)
    return sendError(exchange, {
      status: 401,
      type: 'authentication_error',
      message: 'x-api-key header is required',
    });
  if (headers['anthropic-version'] !== '2023-06-01')
    return sendError(exchange, invalidRequest('anthropic-version: header is required'));
  const read = await readJson(exchange, context);
  if (read === 'too large') return sendError(exchange, REFUSAL_ERRORS['413'](''));
  if (read === 'no JSON') return sendError(exchange, invalidRequest('The request body is not valid JSON'));
  const request = readCompletionRequest(read.body);
  if ('status' in request) return sendError(exchange, request);
  const { seen } = exchange;
  const { model } = request;
  seen.model = model;
  const chat = completionAsChat(request);
  try {
    const plan = planAnswer(
      { model, provider: seen.provider, key: exchange.key, ...textsOf(chat) },
      context.memory,
    );
    if (!plan) return sendError(exchange, unknownModel(model));
    const { scenario } = plan;
    if (scenario.delay > 0) await wait(scenario.delay, exchange.response);
    const refusal = REFUSALS.find((name) => name === scenario.fault);
    if (refusal) return refuse(exchange, refusal, scenario);
    const [choice] = composeReply(chat, { ...plan, number: seen.number, memory: context.memory }).choices;
    const text = [...(choice?.text ?? []), ...(choice?.refusal ?? [])];
    const reason = choice?.finish === 'length' ? 'max_tokens' : 'stop_sequence';
    const frame = { id: `compl_sandbox${seen.number}`, model };
    if (!request.stream) return await answerWhole(exchange, { text, reason, frame, scenario });
    await speak(
      exchange,
      {
        headers: commonHeaders(seen),
        pieces: piecesOf({ text, reason, frame, scenario }),
        end: '',
        broken: 'event: completion\ndata: {"type":"completion","completion":"hal\n\n',
        error: eventOf('error', errorBody(seen, REFUSAL_ERRORS['529'](''))),
      },
      scenario,
    );
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    sendError(exchange, invalidRequest(error.message));
  }
}

interface Said {
  text: readonly string[];
  reason: string;
  frame: Frame;
  scenario: Scenario;
}

/** The good stream: the first piece begins with a space, the last says why it ends. */
function* piecesOf({ text, reason, frame, scenario: { chunk } }: Said): Generator<Piece> {
  const step = Math.max(1, chunk);
  const completion = (words: string, why: string | null) =>
    eventOf('completion', { ...frame, completion: words, stop_reason: why });
  for (let at = 0; at < text.length; at += step) {
    const pieces = text.slice(at, at + step);
    yield { event: completion(`${at === 0 ? ' ' : ''}${pieces.join('')}`, null), tokens: pieces.length };
    if (at === 0) yield { event: eventOf('ping', {}), tokens: 0, isFrame: true };
  }
  yield { event: completion('', reason), tokens: 0 };
}

async function answerWhole(exchange: Exchange, { text, reason, frame, scenario }: Said): Promise<void> {
  const { response, seen } = exchange;
  const { fault, pace, chunk } = scenario;
  if (fault === 'error-first' || fault === 'error-mid') return sendError(exchange, REFUSAL_ERRORS['529'](''));
  const isSilent = fault !== null && !['empty', 'no-finish', 'cut', 'malformed'].includes(fault);
  if (isSilent) return;
  await wait(pace * Math.ceil(text.length / chunk), response);
  if (fault === 'cut') {
    hangUp(exchange);
    return;
  }
  seen.tokens = text.length;
  seen.status = 200;
  response.writeHead(200, { ...commonHeaders(seen), 'content-type': 'application/json' });
  const stop_reason = fault === 'no-finish' ? null : reason;
  const completion = text.length > 0 ? ` ${text.join('')}` : '';
  const body = JSON.stringify({ type: 'completion', ...frame, completion, stop_reason });
  response.end(fault === 'malformed' ? '{"type":"completion","completion":"' : body);
}

function refuse(exchange: Exchange, refusal: Refusal, { retry }: Scenario): void {
  if (refusal === 'hang') return;
  if (refusal === 'refuse') {
    hangUp(exchange);
    return;
  }
  const headers = retry === null ? undefined : { 'retry-after': retry };
  sendError(exchange, REFUSAL_ERRORS[refusal](exchange.key), headers);
}

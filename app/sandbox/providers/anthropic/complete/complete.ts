import type { SandboxContext } from '../../context.ts';
import { hangUp, type Exchange } from '../../http.ts';
import { composeReply, textsOf } from '../../openai/reply.ts';
import { planAnswer } from '../../plan.ts';
import { retryHeaders, wasRefused } from '../../refuse.ts';
import { ScenarioError, type Scenario, type SpokenRefusal } from '../../scenario.ts';
import { streamEvents, type Piece } from '../../speak.ts';
import { wait } from '../../wait.ts';
import { accept } from '../accept.ts';
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
  const accepted = await accept(given, context);
  if (!accepted) return;
  const { exchange, body } = accepted;
  const request = readCompletionRequest(body);
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
    const refuse = (refusal: SpokenRefusal) =>
      sendError(exchange, REFUSAL_ERRORS[refusal](exchange.key), retryHeaders(scenario));
    if (await wasRefused(exchange, scenario, refuse)) return;
    const [choice] = composeReply(chat, { ...plan, number: seen.number, memory: context.memory }).choices;
    const text = [...(choice?.text ?? []), ...(choice?.refusal ?? [])];
    const reason = choice?.finish === 'length' ? 'max_tokens' : 'stop_sequence';
    const frame = { id: `compl_sandbox${seen.number}`, model };
    if (!request.stream) return await answerWhole(exchange, { text, reason, frame, scenario });
    await streamEvents(
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

interface PlannedAnswer {
  text: readonly string[];
  reason: string;
  frame: Frame;
  scenario: Scenario;
}

/** The good stream: the first piece begins with a space, the last has the stop reason. */
function* piecesOf({ text, reason, frame, scenario: { chunk } }: PlannedAnswer): Generator<Piece> {
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

async function answerWhole(
  exchange: Exchange,
  { text, reason, frame, scenario }: PlannedAnswer,
): Promise<void> {
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

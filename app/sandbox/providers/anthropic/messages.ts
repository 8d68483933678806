import type { SandboxContext } from '../context.ts';
import { hangUp, type Exchange } from '../http.ts';
import { wait } from '../wait.ts';
import { textsOf } from '../openai/reply.ts';
import { planAnswer } from '../plan.ts';
import { retryHeaders, wasRefused } from '../refuse.ts';
import { ScenarioError, type Scenario, type SpokenRefusal } from '../scenario.ts';
import { streamEvents } from '../speak.ts';
import {
  commonHeaders,
  errorBody,
  invalidRequest,
  REFUSAL_ERRORS,
  sendError,
  unknownModel,
} from './errors.ts';
import { eventOf, eventsOf, wholeOf } from './events.ts';
import { accept } from './accept.ts';
import { asChat } from './as-chat.ts';
import { composeMessage, type Message } from './reply.ts';
import { readMessageRequest } from './validate.ts';

/** POST /v1/messages */
export async function answerMessages(given: Omit<Exchange, 'key'>, context: SandboxContext): Promise<void> {
  const accepted = await accept(given, context);
  if (!accepted) return;
  const { exchange, body } = accepted;
  const request = readMessageRequest(body);
  if ('status' in request) return sendError(exchange, request);
  exchange.seen.model = request.model;

  const chat = asChat(request);
  let plan: ReturnType<typeof planAnswer>;
  try {
    plan = planAnswer(
      { model: request.model, provider: exchange.seen.provider, key: exchange.key, ...textsOf(chat) },
      context.memory,
    );
  } catch (error) {
    if (error instanceof ScenarioError) return sendError(exchange, invalidRequest(error.message));
    throw error;
  }
  if (!plan) return sendError(exchange, unknownModel(request.model));
  const { scenario } = plan;
  const refuse = (refusal: SpokenRefusal) =>
    sendError(exchange, REFUSAL_ERRORS[refusal](exchange.key), retryHeaders(scenario));
  if (await wasRefused(exchange, scenario, refuse)) return;

  const message = composeMessage(request, chat, {
    ...plan,
    number: exchange.seen.number,
    memory: context.memory,
  });
  const { input_tokens: input, output_tokens: output, ...cache } = message.usage;
  exchange.seen.bill = {
    prompt: input + cache.cache_read_input_tokens + cache.cache_creation_input_tokens,
    completion: output,
  };
  const frame = { id: `msg_sandbox${exchange.seen.number}`, model: request.model };
  if (!request.stream) return answerWhole(exchange, message, frame, scenario);
  const { seen } = exchange;
  await streamEvents(
    exchange,
    {
      headers: commonHeaders(seen),
      pieces: eventsOf(message, scenario, frame),
      end: eventOf('message_stop', {}),
      broken: 'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"hal\n\n',
      error: eventOf('error', errorBody(seen, REFUSAL_ERRORS['529'](''))),
    },
    scenario,
  );
}

/** The unstreamed message, after the time that its tokens would have taken. Every fault in it is a cut. */
async function answerWhole(
  exchange: Exchange,
  message: Message,
  frame: { id: string; model: string },
  scenario: Scenario,
): Promise<void> {
  const { response, seen } = exchange;
  await wait(scenario.pace * Math.ceil(message.text.length / scenario.chunk), response);
  if (scenario.fault !== null && scenario.fault !== 'empty') {
    hangUp(exchange);
    return;
  }
  seen.tokens = message.text.length;
  seen.status = 200;
  response.writeHead(200, { ...commonHeaders(seen), 'content-type': 'application/json' });
  response.end(JSON.stringify(wholeOf(message, frame)));
}

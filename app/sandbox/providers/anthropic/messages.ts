import type { SandboxContext } from '#app/sandbox/providers/context.ts';
import { hangUp, type Exchange } from '#app/sandbox/providers/http.ts';
import { textsOf } from '#app/sandbox/providers/openai/reply.ts';
import { planAnswer } from '#app/sandbox/providers/plan.ts';
import { retryHeaders, wasRefused } from '#app/sandbox/providers/refuse.ts';
import { ScenarioError, type Scenario, type SpokenRefusal } from '#app/sandbox/providers/scenario.ts';
import { streamEvents } from '#app/sandbox/providers/speak.ts';
import { wait } from '#app/sandbox/providers/wait.ts';
import { accept } from './accept.ts';
import { asChat } from './as-chat.ts';
import {
  commonHeaders,
  errorBody,
  invalidRequest,
  REFUSAL_ERRORS,
  sendError,
  unknownModel,
  type WireError,
} from './errors.ts';
import { eventOf, eventsOf, wholeOf } from './events.ts';
import { messageRequest, type MessageRequest } from './message-request.ts';
import { composeMessage, type Message } from './reply.ts';
import { complaintAbout } from './rules.ts';

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

/**
 * Parses a body as strictly as Anthropic does.
 * @returns the request, or Anthropic's error
 */
export function readMessageRequest(body: unknown): MessageRequest | WireError {
  const result = messageRequest.safeParse(body);
  if (result.success) {
    const complaint = complaintAbout(result.data);
    return complaint === null ? result.data : invalidRequest(complaint);
  }
  const issue = result.error.issues[0];
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...extra].map(String).join('.');
  const words = extra.length > 0 ? 'Extra inputs are not permitted' : (issue?.message ?? 'invalid');
  return invalidRequest(path ? `${path}: ${words}` : words);
}

import { randomUUID } from 'node:crypto';
import { readJson, type SandboxContext } from '../context.ts';
import type { Exchange } from '../http.ts';
import { composeReply, textsOf } from '../openai/reply.ts';
import { planAnswer } from '../plan.ts';
import { wasRefused } from '../refuse.ts';
import { ScenarioError, type SpokenRefusal } from '../scenario.ts';
import { streamEvents, type Piece } from '../speak.ts';
import { REFUSAL_ERRORS, sendError } from './errors.ts';
import { conversationAsChat, readConversationRequest, type ConversationRequest } from './request.ts';

const BEARER = /^Bearer (\S+)$/;

/** POST /backend-api/conversation: the website of ChatGPT, as clients used it in 2023. */
export async function answerConversation(
  given: Omit<Exchange, 'key'>,
  context: SandboxContext,
): Promise<void> {
  const { headers, method } = given.request;
  const exchange: Exchange = { ...given, key: BEARER.exec(headers.authorization ?? '')?.[1] ?? '' };
  if (method !== 'POST') return sendError(exchange, { status: 405, detail: 'Method Not Allowed' });
  if (!exchange.key) return sendError(exchange, { status: 401, detail: 'Unauthorized' });
  const read = await readJson(exchange, context);
  if (read === 'too large') return sendError(exchange, REFUSAL_ERRORS['413'](''));
  if (read === 'no JSON') return sendError(exchange, { status: 422, detail: 'Invalid JSON' });
  const request = readConversationRequest(read.body);
  if ('complaint' in request) return sendError(exchange, { status: 422, detail: request.complaint });
  const { seen } = exchange;
  const { model } = request;
  seen.model = model;
  const chat = conversationAsChat(request);
  try {
    const plan = planAnswer(
      { model, provider: seen.provider, key: exchange.key, ...textsOf(chat) },
      context.memory,
    );
    if (!plan) return sendError(exchange, { status: 404, detail: `Model ${model} not found` });
    const { scenario } = plan;
    const refuse = (refusal: SpokenRefusal) =>
      sendError(exchange, REFUSAL_ERRORS[refusal](exchange.key), scenario.retry);
    if (await wasRefused(exchange, scenario, refuse)) return;
    const [choice] = composeReply(chat, { ...plan, number: seen.number, memory: context.memory }).choices;
    const text = [...(choice?.text ?? []), ...(choice?.refusal ?? [])];
    const reason = choice?.finish === 'length' ? 'max_tokens' : 'stop';
    await streamEvents(
      exchange,
      {
        headers: {},
        pieces: snapshotsOf(request, { text, reason, chunk: scenario.chunk }),
        end: 'data: [DONE]\n\n',
        broken: 'data: {"message":{"id":"hal\n\n',
        error: eventOf({ message: null, conversation_id: randomUUID(), error: 'Something went wrong.' }),
      },
      scenario,
    );
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    sendError(exchange, { status: 422, detail: error.message });
  }
}

interface PlannedAnswer {
  text: readonly string[];
  reason: string;
  chunk: number;
}

/** The good stream: it repeats the question first, then the whole answer so far, again and again. */
function* snapshotsOf(
  { messages, model }: ConversationRequest,
  { text, reason, chunk }: PlannedAnswer,
): Generator<Piece> {
  const step = Math.max(1, chunk);
  const conversation_id = randomUUID();
  const id = randomUUID();
  const snapshot = (of: object) => eventOf({ message: of, conversation_id, error: null });
  const answer = (said: string, isEnd: boolean) =>
    snapshot({
      ...messageOf('assistant', id, said),
      end_turn: isEnd || null,
      metadata: {
        message_type: 'next',
        model_slug: model,
        ...(isEnd && { finish_details: { type: reason, stop: '<|diff_marker|>' } }),
      },
    });
  yield { event: snapshot(messageOf('system', randomUUID(), '')), tokens: 0, isFrame: true };
  for (const { id: asked, content } of messages)
    yield { event: snapshot(messageOf('user', asked, content.parts[0] ?? '')), tokens: 0, isFrame: true };
  yield { event: 'event: ping\ndata: {"type":"ping"}\n\n', tokens: 0, isFrame: true };
  let said = '';
  for (let at = 0; at < text.length; at += step) {
    const pieces = text.slice(at, at + step);
    said += pieces.join('');
    yield { event: answer(said, false), tokens: pieces.length };
  }
  yield { event: answer(said, true), tokens: 0 };
}

function messageOf(role: string, id: string, text: string) {
  return {
    id,
    author: { role, name: null, metadata: {} },
    create_time: Date.now() / 1000,
    update_time: null,
    content: { content_type: 'text', parts: [text] },
    end_turn: null,
    weight: 1,
    metadata: {},
    recipient: 'all',
  };
}

function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

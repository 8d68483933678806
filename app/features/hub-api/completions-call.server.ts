import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import type { FinishReason, LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { ignoredInChat, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import {
  completionRequest,
  toConversation,
  type TextCompletion,
} from '#app/contracts/openai/text-completion.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import { openCall, type OpenCall } from '#app/core/generation/admit/call.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse, type Answer } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/live-watch.ts';
import { answerHeaders } from './answering/answer-headers.server.ts';
import { callFacts, createdAt } from './answering/call-facts.server.ts';
import { collectWhole, streamCall, streamOf, type CallWriter } from './answering/delivery.server.ts';
import { endError } from './answering/end-error.ts';
import { toWireUsage } from './wire-usage.ts';

/** POST /api/v1/completions. */
export const textCompletionsCall = hubEndpoint(
  { body: completionRequest },
  async ({ body: request, ...incoming }) => {
    const { context, user, key } = incoming;
    const body = toConversation(request);
    try {
      const call = await openCall({
        target: 'call',
        task: 'chat',
        ...callFacts(incoming),
        defaultModel: user.defaultModel,
        body,
      });
      return await answered({ body, call, context, stopSignal: watchKey(key.id, context.closed) });
    } catch (error) {
      throw error instanceof AppError ? renameToPrompt(error) : error;
    }
  },
);

interface Answering {
  body: ChatRequest;
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  stopSignal: AbortSignal;
}

interface ChunkOptions {
  facts: TextFacts;
  /** The number of choices requested. */
  choices: number;
  includeUsage: boolean;
}

/** The fields that all pieces of an answer share. */
type TextFacts = Pick<TextCompletion, 'id' | 'created' | 'model' | 'provider'>;

type Choice = TextCompletion['choices'][number];

async function answered(answering: Answering): Promise<Answer> {
  try {
    return await (answering.body.stream ? streamed(answering) : whole(answering));
  } catch (error) {
    answering.call.reader.close();
    throw error;
  }
}

async function whole({ call, context: { closed }, stopSignal }: Answering): Promise<Answer> {
  const builder = new TextBuilder();
  const onEntry = builder.add.bind(builder);
  const collected = await collectWhole({ call, closed, stopSignal, onEntry });
  if (!collected) return new Response(null, { status: 499 });
  const { start, end } = collected;
  return new JsonResponse(builder.build(factsOf(call, start), end), { headers: answerHeaders(call, start) });
}

function streamed({ body, call, context, stopSignal }: Answering): Promise<Answer> {
  return streamCall({
    call,
    context,
    stopSignal,
    ignored: ignoredInChat(body),
    promptField: 'prompt',
    open: (start) => {
      const chunks = new TextChunks({
        facts: factsOf(call, start ?? { model: body.model ?? '', provider: '' }),
        choices: start?.leftOut.includes('n') ? 1 : (body.n ?? 1),
        includeUsage: body.stream_options?.include_usage ?? false,
      });
      return streamOf(chunks, call, context.closed);
    },
  });
}

/** The client's id for a call; `/api/v1/generation` accepts it unchanged. */
function factsOf(
  { generationId }: OpenCall,
  { model, provider }: Pick<TextFacts, 'model' | 'provider'>,
): TextFacts {
  return { id: `cmpl-${generationId}`, created: createdAt(generationId), model, provider };
}

/** The pieces of one streamed text. */
export class TextChunks implements CallWriter {
  readonly #options: ChunkOptions;

  constructor(options: ChunkOptions) {
    this.#options = options;
  }

  /** Text completions send nothing before their first text. */
  opening(): string {
    return this.#chunk(0, '', null);
  }

  piece(entry: LogEntry): string {
    const output = textOf(entry);
    return output ? this.#chunk(output.choice, output.text, null) : '';
  }

  closing(end: ReplyEnd): string {
    if (end.state !== 'done') return this.failure(renameToPrompt(endError(end, 'prompt')));
    const { choices, facts, includeUsage } = this.#options;
    const ends = Array.from({ length: choices }, (_, index) =>
      this.#chunk(index, '', toFinish(end.finishReasons?.[index] ?? end.finishReason)),
    );
    const usage = includeUsage ? dataOf({ ...toTextCompletion(facts, []), usage: toWireUsage(end) }) : '';
    return `${ends.join('')}${usage}data: [DONE]\n\n`;
  }

  /** The last event of the stream. */
  failure(error: AppError): string {
    return dataOf(publicError(error));
  }

  #chunk(index: number, text: string, finish: ReturnType<typeof toFinish>): string {
    const { facts } = this.#options;
    return dataOf(toTextCompletion(facts, [{ index, text, logprobs: null, finish_reason: finish }]));
  }
}

function dataOf(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** The text of a log entry and the choice that it belongs to; null for an entry without text. */
function textOf(entry: LogEntry): { choice: number; text: string } | null {
  if (entry.type === 'text') return { choice: 0, text: entry.text };
  if (entry.type !== 'delta') return null;
  const text = (entry.delta.content ?? '') + (entry.delta.refusal ?? '');
  return text === '' ? null : { choice: entry.choice, text };
}

/** The finish reason of a choice, reduced to those that this API has. */
function toFinish(reason: FinishReason | null | undefined): Choice['finish_reason'] {
  return reason === 'length' || reason === 'content_filter' ? reason : 'stop';
}

function toTextCompletion(
  { id, created, model, provider }: TextFacts,
  choices: Choice[],
): Omit<TextCompletion, 'usage'> {
  return { id, object: 'text_completion', created, model, provider, choices };
}

/** Joins the entries of a call into the answer for a client without `stream`. */
class TextBuilder {
  readonly #texts = new Map<number, string>();

  add(entry: LogEntry): void {
    const output = textOf(entry);
    if (output) this.#texts.set(output.choice, (this.#texts.get(output.choice) ?? '') + output.text);
  }

  build(facts: TextFacts, end: ReplyEnd): TextCompletion {
    const reasons = end.finishReasons ?? [end.finishReason];
    const choices = reasons.map((reason, index): Choice => ({
      index,
      text: this.#texts.get(index) ?? '',
      logprobs: null,
      finish_reason: toFinish(reason),
    }));
    return { ...toTextCompletion(facts, choices), usage: toWireUsage(end) };
  }
}

/** An error about `messages`, renamed to `prompt`, the field of this API that they are made from. */
function renameToPrompt(error: AppError): AppError {
  const { code, message, param, params, retryAfterSeconds, shouldRetry, cause } = error;
  if (!param?.startsWith('messages')) return error;
  return new AppError(code, { message, param: 'prompt', params, retryAfterSeconds, shouldRetry, cause });
}

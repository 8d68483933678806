import type { Scenario } from '../scenario.ts';
import type { Piece } from '../speak.ts';
import type { Message } from './reply.ts';
import { signatureOf } from '../signature.ts';

type Call = Message['calls'][number];

/** Impossible usage: the adapter must not trust it. */
const ABSURD_USAGE = { input_tokens: -5, output_tokens: 9e15 };

export function eventOf(type: string, rest: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
}

/** The good stream of a message, event by event, without message_stop. */
export function* eventsOf(
  message: Message,
  scenario: Scenario,
  frame: { id: string; model: string },
): Generator<Piece> {
  const { text, thinking, calls, stopReason, stopSequence, usage } = message;
  const { output_tokens: total, output_tokens_details: details, ...input } = usage;
  const silent = scenario.usage === 'missing';
  yield frameOf('message_start', {
    message: { ...head(frame), content: [], ...(silent ? {} : { usage: { ...input, output_tokens: 1 } }) },
  });
  yield frameOf('ping', {});
  let index = 0;
  if (thinking) {
    yield frameOf('content_block_start', {
      index,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    });
    for (const [words, tokens] of grouped(thinking.shown, scenario.chunk)) {
      yield deltaOf(index, { type: 'thinking_delta', thinking: words }, tokens);
    }
    yield {
      ...deltaOf(index, { type: 'signature_delta', signature: signatureOf(thinking.shown.join('')) }, 0),
      isFrame: true,
    };
    yield frameOf('content_block_stop', { index });
    index += 1;
  }
  if (text.length > 0) {
    yield frameOf('content_block_start', { index, content_block: { type: 'text', text: '' } });
    for (const [words, tokens] of grouped(text, scenario.chunk)) {
      yield deltaOf(index, { type: 'text_delta', text: words }, tokens);
    }
    yield frameOf('content_block_stop', { index });
    index += 1;
  }
  for (const call of calls) {
    yield* callEvents(index, call, scenario.chunk);
    index += 1;
  }
  if (scenario.usage === 'twice')
    yield frameOf('message_delta', { delta: {}, usage: { output_tokens: Math.floor(total / 2) } });
  const counted =
    scenario.usage === 'absurd' ? ABSURD_USAGE : { output_tokens: total, output_tokens_details: details };
  yield {
    event: eventOf('message_delta', {
      delta: { stop_reason: stopReason, stop_sequence: stopSequence },
      ...(silent ? {} : { usage: counted }),
    }),
    tokens: 0,
  };
}

/** The same message, unstreamed. */
export function wholeOf(
  { text, thinking, calls, stopReason, stopSequence, usage }: Message,
  frame: { id: string; model: string },
): object {
  return {
    ...head(frame),
    content: [
      ...(thinking
        ? [
            {
              type: 'thinking',
              thinking: thinking.shown.join(''),
              signature: signatureOf(thinking.shown.join('')),
            },
          ]
        : []),
      ...(text.length > 0 ? [{ type: 'text', text: text.join(''), citations: null }] : []),
      ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: inputOf(call) })),
    ],
    stop_reason: stopReason,
    stop_sequence: stopSequence,
    usage: { ...usage, service_tier: 'standard' },
  };
}

const head = ({ id, model }: { id: string; model: string }) => ({
  id,
  type: 'message',
  role: 'assistant',
  model,
  stop_reason: null,
  stop_sequence: null,
});

function* callEvents(index: number, call: Call, chunk: number): Generator<Piece> {
  const { id, name, pieces } = call;
  yield frameOf('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
  // The first fragment is empty, as is common there.
  yield { ...fragmentOf(index, '', 0), isFrame: true };
  for (const [json, tokens] of grouped(pieces, chunk)) yield fragmentOf(index, json, tokens);
  yield frameOf('content_block_stop', { index });
}

function fragmentOf(index: number, json: string, tokens: number): Piece {
  return deltaOf(index, { type: 'input_json_delta', partial_json: json }, tokens);
}

/** A call that was cut at the limit has no parsable input. */
function inputOf({ input, pieces }: Call): unknown {
  return pieces.join('') === input ? (JSON.parse(input) as unknown) : {};
}

function frameOf(type: string, rest: object): Piece {
  return { event: eventOf(type, rest), tokens: 0, isFrame: true };
}

function deltaOf(index: number, delta: object, tokens: number): Piece {
  return { event: eventOf('content_block_delta', { index, delta }), tokens };
}

function* grouped(pieces: readonly string[], size: number): Generator<[string, number]> {
  const step = Math.max(1, size);
  for (let at = 0; at < pieces.length; at += step) {
    const group = pieces.slice(at, at + step);
    yield [group.join(''), group.length];
  }
}

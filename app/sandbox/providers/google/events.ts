import { signatureOf } from '../signature.ts';
import type { Scenario } from '../scenario.ts';
import type { Piece } from '../speak.ts';
import { countText } from '../tokens.ts';
import type { Answer, UsageMetadata } from './reply.ts';

/** Impossible usage: the adapter must not trust it. */
const ABSURD_USAGE = { promptTokenCount: -5, candidatesTokenCount: 9e15, totalTokenCount: null };

interface Frame {
  modelVersion: string;
  responseId: string;
}

/** The good stream of an answer: each event is an answer with the new parts, and the last one ends it. */
export function* eventsOf(answer: Answer, scenario: Scenario, frame: Frame): Generator<Piece> {
  const { text, thinking, calls, usage } = answer;
  let [thought, said] = [0, 0];
  const pieceOf = (part: object, tokens: number): Piece => {
    const counted = scenario.usage === 'running' ? upTo(usage, thought, said) : upTo(usage, 0, 0);
    const content = { role: 'model', parts: [part] };
    return { event: eventOf({ candidates: [{ content, index: 0 }] }, counted, scenario, frame), tokens };
  };
  for (const pieces of grouped(thinking, scenario.chunk)) {
    thought += pieces.length;
    yield pieceOf({ text: pieces.join(''), thought: true }, pieces.length);
  }
  for (const pieces of grouped(text, scenario.chunk)) {
    said += pieces.length;
    yield pieceOf({ text: pieces.join('') }, pieces.length);
  }
  for (const [place, call] of calls.entries()) {
    const tokens = countText(call.name) + call.pieces.length;
    said += tokens;
    yield pieceOf(callPart(call, place === 0 && answer.isSigned), tokens);
  }
  if (scenario.usage === 'twice')
    yield {
      event: eventOf({}, upTo(usage, thought, Math.floor(said / 2)), scenario, frame),
      tokens: 0,
      isFrame: true,
    };
  const last = { ...lastContent(answer), finishReason: answer.finishReason, index: 0 };
  yield { event: eventOf({ candidates: [last] }, usage, scenario, frame), tokens: 0 };
}

/** The same answer, unstreamed. */
export function wholeOf(answer: Answer, scenario: Scenario, frame: Frame): object {
  const { text, thinking, calls, finishReason, isSigned, usage } = answer;
  const words = { text: text.join('') };
  const signed = isSigned && calls.length === 0 ? { thoughtSignature: signatureOf(words.text) } : {};
  const parts = [
    ...(thinking.length > 0 ? [{ text: thinking.join(''), thought: true }] : []),
    ...(text.length > 0 ? [{ ...words, ...signed }] : []),
    ...calls.map((call, place) => callPart(call, place === 0 && isSigned)),
  ];
  const candidate = {
    // An answer that the policy blocked has no content, not an empty one.
    ...(parts.length > 0 && { content: { role: 'model', parts } }),
    ...(scenario.fault === 'no-finish' ? {} : { finishReason }),
    index: 0,
  };
  return { candidates: [candidate], ...usageIn(usage, scenario), ...frame };
}

/** The text is signed by an empty piece after it. */
function lastContent({ text, calls, isSigned }: Answer): object {
  if (!isSigned || text.length === 0 || calls.length > 0) return {};
  return {
    content: { role: 'model', parts: [{ text: '', thoughtSignature: signatureOf(text.join('')) }] },
  };
}

function callPart({ id, name, input }: Answer['calls'][number], isSigned: boolean): object {
  const thoughtSignature = isSigned ? signatureOf(`${name} ${input}`) : undefined;
  return {
    functionCall: { id, name, args: JSON.parse(input) as unknown },
    ...(thoughtSignature && { thoughtSignature }),
  };
}

function eventOf(said: object, usage: UsageMetadata, scenario: Scenario, frame: Frame): string {
  return `data: ${JSON.stringify({ ...said, ...usageIn(usage, scenario), ...frame })}\r\n\r\n`;
}

function usageIn(usage: UsageMetadata, scenario: Scenario): object {
  if (scenario.usage === 'missing') return {};
  return { usageMetadata: scenario.usage === 'absurd' ? ABSURD_USAGE : usage };
}

/** The usage after so many tokens; zero counts are omitted. */
function upTo(usage: UsageMetadata, thought: number, said: number): UsageMetadata {
  const { candidatesTokenCount: _said, thoughtsTokenCount: _thought, ...prompt } = usage;
  return {
    ...prompt,
    ...(said > 0 && { candidatesTokenCount: said }),
    ...(thought > 0 && { thoughtsTokenCount: thought }),
    totalTokenCount: usage.promptTokenCount + thought + said,
  };
}

function* grouped(pieces: readonly string[], size: number): Generator<readonly string[]> {
  const step = Math.max(1, size);
  for (let at = 0; at < pieces.length; at += step) yield pieces.slice(at, at + step);
}

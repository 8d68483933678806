import { StringDecoder } from 'node:string_decoder';
import type { Recording } from './record-call.ts';
import type { Target } from './target.ts';

/** The growth of a reply: the time and the text length after each event with text. */
export interface Transcript {
  growth: { at: number; length: number }[];
  text: string;
}

/**
 * Parses a recorded event stream and compares its whole text with the double's output.
 * @throws if a token is missing, repeated, changed or out of order
 */
export function readTranscript(target: Target, recording: Recording, expected: string): Transcript {
  const growth: Transcript['growth'] = [];
  let text = '';
  for (const { at, data } of events(recording)) {
    const before = text.length;
    text = target.textAfter(text, data);
    if (!expected.startsWith(text)) throw new Error(`${target.name} changed the text: ${text.slice(-80)}`);
    if (text.length > before) growth.push({ at, length: text.length });
  }
  if (text !== expected)
    throw new Error(`${target.name} lost text: ${text.length} of ${expected.length} characters`);
  return { growth, text };
}

/**
 * Compares an unstreamed answer with the double's output.
 * @throws if the text differs
 */
export function checkWhole(target: Target, { pieces }: Recording, expected: string): void {
  const text = target.textOf!(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString());
  if (text !== expected) throw new Error(`${target.name} changed the text: ${text.slice(-80)}`);
}

/** The data of every event with the time at which its last byte arrived. */
function* events({ pieces }: Recording): Generator<{ at: number; data: string }> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (const { at, bytes } of pieces) {
    const blocks = (rest + decoder.write(bytes)).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice('data: '.length));
      if (data.length > 0) yield { at, data: data.join('\n') };
    }
  }
}

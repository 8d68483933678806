import { describe, expect, it } from 'vitest';
import type { Recording } from './record-call.ts';
import { chatTarget } from './targets/chat.ts';
import { openAiTarget } from './targets/open-ai.ts';
import { readTranscript } from './transcript.ts';

const processes = () => ({});
const openAi = openAiTarget({
  name: 'proxy',
  baseUrl: 'http://127.0.0.1/v1',
  key: 'key',
  model: 'sandbox-small',
  processes,
});
const chat = chatTarget({ name: 'chat', url: 'http://127.0.0.1', places: [], processes });

/** An answer that arrived in these pieces, one per millisecond. */
function recordingOf(pieces: readonly (string | Buffer)[]): Recording {
  return {
    startedAt: 0,
    pieces: pieces.map((piece, index) => ({ at: index + 1, bytes: Buffer.from(piece) })),
    endedAt: pieces.length,
  };
}

const token = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const soFar = (text: string) => `event: message\ndata: ${JSON.stringify({ message: true, text })}\n\n`;
const final = (text: string) => `data: ${JSON.stringify({ final: true, responseMessage: { text } })}\n\n`;

describe('a transcript', () => {
  it('gives the text length at each time, however the bytes were cut', () => {
    const bytes = Buffer.from(token('Grü') + token('ße') + 'data: [DONE]\n\n');
    const middle = bytes.indexOf('ü') + 1;
    const pieces = [bytes.subarray(0, middle), bytes.subarray(middle)];
    expect(readTranscript(openAi, recordingOf(pieces), 'Grüße').growth).toEqual([
      { at: 2, length: 3 },
      { at: 2, length: 5 },
    ]);
  });

  it('reads the events of the chat, which repeat the text so far', () => {
    const pieces = [': \n\n', soFar('one'), soFar('one two'), final('one two')];
    expect(readTranscript(chat, recordingOf(pieces), 'one two').growth).toEqual([
      { at: 2, length: 3 },
      { at: 3, length: 7 },
    ]);
  });

  it.each([
    ['lost at the end', openAi, [token('one'), token(' two')]],
    ['lost in the middle', openAi, [token('one'), token(' three')]],
    ['doubled', openAi, [token('one'), token(' two'), token(' two'), token(' three')]],
    ['out of place', openAi, [token(' two'), token('one'), token(' three')]],
    ['changed', openAi, [token('one'), token(' Two'), token(' three')]],
    ['lost by the final event', chat, [soFar('one two three'), final('one two')]],
    ['wrong for a while', chat, [soFar('one tow'), soFar('one two three'), final('one two three')]],
  ])('finds a token that was %s', (_what, target, pieces) => {
    expect(() => readTranscript(target, recordingOf(pieces), 'one two three')).toThrow(/text/);
  });

  it('fails with the error of a failed reply', () => {
    const failed = `event: error\ndata: ${JSON.stringify({ error: { message: 'no money' } })}\n\n`;
    expect(() => readTranscript(chat, recordingOf([failed]), 'one')).toThrow('no money');
  });
});

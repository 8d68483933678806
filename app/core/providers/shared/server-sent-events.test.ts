import { describe, expect, it } from 'vitest';
import { EventDecoder, EventTooLongError } from './server-sent-events.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function decode(text: string, piece: number): string[] {
  const decoder = new EventDecoder();
  const all = bytes(text);
  const events: string[] = [];
  for (let at = 0; at < all.length; at += piece) events.push(...decoder.push(all.subarray(at, at + piece)));
  return [...events, ...decoder.end()];
}

const EVENTS = ['{"a":"Grüß 🚣🏽"}', 'two\nlines', '', 'last'];

describe('EventDecoder', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads lines that end with %s, wherever the bytes are cut', (_name, end) => {
    const lines = [
      '\uFEFF: a comment',
      'event: message',
      `data: ${EVENTS[0]}`,
      'id: 7',
      '',
      'data:two',
      'data: lines',
      '',
      'retry: 5',
      '',
      'data:',
      '',
      'data: last',
    ];
    const text = lines.join(end);
    for (let piece = 1; piece <= bytes(text).length; piece += 1) expect(decode(text, piece)).toEqual(EVENTS);
  });

  it('returns an event as soon as its blank line has arrived', () => {
    const decoder = new EventDecoder();
    expect(decoder.push(bytes('data: one\n'))).toEqual([]);
    expect(decoder.push(bytes('\ndata: two'))).toEqual(['one']);
  });

  it('scans each byte of a long line once, even if bytes arrive one by one', () => {
    const decoder = new EventDecoder();
    const event = 'x'.repeat(1_000_000);
    const all = bytes(`data: ${event}\n\n`);
    const events: string[] = [];
    for (let at = 0; at < all.length; at += 1) events.push(...decoder.push(all.subarray(at, at + 1)));
    expect(events).toEqual([event]);
  });

  it.each([
    ['a line without an end', 'x'],
    ['an event without an end', 'data: x\n'],
    ['an event of empty lines', 'data:\n'],
  ])('fails on %s before it fills the memory', (_name, repeated) => {
    const decoder = new EventDecoder();
    const piece = bytes(repeated.repeat(8192));
    expect(() => {
      for (let count = 0; count < 4096; count += 1) decoder.push(piece);
    }).toThrow(EventTooLongError);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ProviderAdapter, ProviderCredentials } from '#app/core/providers/contract.ts';
import { callAdapter } from '#tests/doubles/behaviours/call-adapter.ts';
import { mismatches, type Expected, type Outcome } from '#tests/doubles/behaviours/outcome.ts';
import { startReplay } from './start-replay.ts';

/** The adapter that reads recorded answers, and its options. */
export interface Reading {
  adapter: ProviderAdapter;
  model: string;
  apiKey: string;
  /** The rest of the credentials, if the address is not OpenAI's. */
  credentials?: (url: string) => Partial<ProviderCredentials>;
}

interface Answer {
  body: Buffer | string | object;
  contentType?: string;
  /** Bytes in a write; 0 writes the body at once. */
  piece?: number;
  status?: number;
  headers?: Record<string, string>;
}

/** An adapter's result for one answer, which a server returns to every request. */
export async function readAnswer(reading: Reading, answer: Answer): Promise<Outcome> {
  const { body, contentType = 'application/json', piece = 0, status = 200, headers = {} } = answer;
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = Buffer.from(isText ? body : JSON.stringify(body));
  const recording = { status, headers: { 'content-type': contentType, ...headers }, body: bytes };
  const replay = await startReplay(recording, piece);
  try {
    const { adapter, model, apiKey } = reading;
    const credentials = { apiKey, baseUrl: replay.url, ...reading.credentials?.(replay.url) };
    return await callAdapter(adapter, { model, question: 'Hi', credentials });
  } finally {
    await replay.close();
  }
}

/** Reads a recording from the folder `fixtures/` beside the test. */
export function readRecording(reading: Reading, file: URL, piece = 0): Promise<Outcome> {
  const contentType = file.pathname.endsWith('.json')
    ? 'application/json'
    : 'text/event-stream; charset=utf-8';
  return readAnswer(reading, { body: readFileSync(file), contentType, piece });
}

/**
 * Reads every recording in writes of several sizes.
 * @param test address of the test (`import.meta.url`), beside which `fixtures/` is
 */
export function describeRecordings(
  reading: Reading,
  recordings: Readonly<Record<string, Expected>>,
  test: string,
): void {
  describe.each(Object.entries(recordings))('%s', (name, expected) => {
    it.each([0, 1, 7])(
      'reads the recording in writes of %i bytes',
      async (piece) => {
        const outcome = await readRecording(reading, new URL(`fixtures/${name}`, test), piece);
        expect(mismatches(outcome, expected)).toEqual([]);
      },
      20_000,
    );
  });
}

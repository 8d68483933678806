import { expect, it } from 'vitest';
import { startReplay } from '#tests/doubles/replay/start-replay.ts';
import { embedderFor } from '../registry.ts';
import { compatibleAddress, googleUrl } from './address.ts';

const OWN = 'https://g.example/v1beta';

it.each([OWN, `${OWN}/`, `${OWN}/openai`, `${OWN}/openai/`])(
  'derives the native and the OpenAI-compatible address from either setting: %s',
  (address) => {
    expect(googleUrl(address, '/models/x:generateContent').href).toBe(`${OWN}/models/x:generateContent`);
    expect(compatibleAddress(address)).toBe(`${OWN}/openai`);
  },
);

it('requests vectors in OpenAI’s format', async () => {
  const vector = Buffer.from(new Float32Array([1, 0]).buffer).toString('base64');
  const body = Buffer.from(JSON.stringify({ data: [{ index: 0, embedding: vector }] }));
  const replay = await startReplay({ status: 200, headers: { 'content-type': 'application/json' }, body });
  try {
    const request = { model: 'gemini-embedding-001', input: ['Hi'] };
    const credentials = { apiKey: 'k', baseUrl: `${replay.url}/v1beta` };
    const context = { signal: new AbortController().signal, credentials };
    const events = [];
    for await (const event of embedderFor('google')!.stream(request, context)) events.push(event);
    expect(events[0]).toEqual({ type: 'vector', index: 0, base64: vector });
    expect(replay.paths()).toEqual(['/v1/v1beta/openai/embeddings']);
  } finally {
    await replay.close();
  }
});

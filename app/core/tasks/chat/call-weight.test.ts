import { describe, expect, it } from 'vitest';
import { chatRequest, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { countCall, weighCall } from './call-weight.ts';
import { maxMediaTokens } from './media-weight.ts';

const WINDOW = 200_000;
const dataUrl = (type: string, bytes: Buffer | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

function bodyOf(more: object, content: unknown = 'Hi'): ChatRequest {
  return chatRequest.parse({ messages: [{ role: 'user', content }], ...more });
}

const withParts = (...parts: object[]) => bodyOf({}, parts);
const maxTokensOf = (body: ChatRequest, model = 'anthropic/claude-opus-5.5') =>
  maxMediaTokens(weighCall(body).media, model, WINDOW);

/** A WAV with these values in its header. */
function wav(bytes: number, { rate = 16_000, channels = 1, bits = 16, claimed = 1 } = {}): Buffer {
  const head = Buffer.alloc(44 + bytes);
  head.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  // The weight ignores the byte rate and the data length that the header states.
  head.writeUInt32LE(0xffff_ffff, 28);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(claimed, 40);
  return head;
}

const image = (url: string) => ({ type: 'image_url', image_url: { url } });
const audio = (bytes: Buffer, format = 'wav') => ({
  type: 'input_audio',
  input_audio: { data: bytes.toString('base64'), format },
});

describe('the weight of a call', () => {
  it.each([
    [
      'thoughts that come back',
      { role: 'assistant', content: 'Hm', reasoning_content: 'I think so. '.repeat(5000) },
    ],
    [
      'signed thoughts that come back',
      {
        role: 'assistant',
        content: 'Hm',
        reasoning_details: [
          { type: 'reasoning.text', text: 'a b '.repeat(8000), signature: 'c d '.repeat(8000) },
        ],
      },
    ],
    [
      'hidden thoughts that come back',
      {
        role: 'assistant',
        content: 'Hm',
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'x y '.repeat(8000) }],
      },
    ],
    [
      'the name of a file',
      {
        role: 'user',
        content: [
          {
            type: 'file',
            file: { filename: 'n '.repeat(15_000), file_data: dataUrl('text/plain', 'x') },
          },
        ],
      },
    ],
    [
      'numbers that are written in short',
      {
        role: 'assistant',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'look', arguments: `{"a":[${Array(2_000).fill('1e20').join(',')}]}` },
          },
        ],
      },
    ],
    ['a name', { role: 'user', content: 'Hi', name: 'n '.repeat(15_000) }],
    ['the name of a tool’s call', { role: 'tool', tool_call_id: 'n '.repeat(15_000), content: 'ok' }],
    ['a call of 2023', { role: 'assistant', function_call: { name: 'f', arguments: 'n '.repeat(15_000) } }],
    ['a refusal', { role: 'assistant', refusal: 'n '.repeat(15_000) }],
  ])('counts tokens of %s', async (_name, turn) => {
    const body = bodyOf({ messages: [{ role: 'user', content: 'Hi' }, turn] });
    expect(await countCall(body, 'o200k')).toBeGreaterThan(14_000);
  });

  it.each([
    ['a file at an address', { file_data: 'https://example.test/a.pdf' }, 'file_data'],
    ['a file by its id', { file_id: 'file-123' }, 'file_id'],
    ['a file without anything', { filename: 'a.pdf' }, 'file_data'],
    ['a file that is no base64', { file_data: 'data:text/plain,hello' }, 'file_data'],
  ])('rejects %s and names the field', (_name, file, field) => {
    const call = () => weighCall(withParts({ type: 'text', text: 'Read' }, { type: 'file', file }));
    expect(call).toThrow(
      expect.objectContaining({ code: 'invalid_request', param: `messages[0].content[1].file.${field}` }),
    );
  });

  it('holds the whole window for a paged document, and one token per byte for plain text', () => {
    const file = (type: string, bytes: number) =>
      withParts({ type: 'file', file: { file_data: dataUrl(type, 'x'.repeat(bytes)) } });
    expect(maxTokensOf(file('application/pdf', 1000))).toBe(WINDOW);
    expect(maxTokensOf(file('text/plain', 3000))).toBe(3000);
  });

  it.each([
    ['a WAV', audio(wav(16_000 * 2 * 10)), 10],
    ['a WAV of two channels', audio(wav(44_100 * 4 * 10, { rate: 44_100, channels: 2 })), 10],
    ['an MP3', audio(Buffer.concat([Buffer.from('ID3'), Buffer.alloc(10_000)]), 'mp3'), 10],
  ])('bounds the tokens of %s by bytes per second, whatever its header claims', (_name, part, seconds) => {
    const max = maxTokensOf(withParts(part));
    expect(max).toBeGreaterThanOrEqual(32 * seconds);
    expect(max).toBeLessThan(32 * (seconds + 1));
  });

  it.each([
    ['a WAV of one sample a second', audio(wav(1000, { rate: 1 }))],
    ['a WAV without a format', audio(Buffer.from('RIFF\0\0\0\0WAVE'))],
    ['a sound of another kind', audio(Buffer.from('OggS and so on'), 'mp3')],
  ])('rejects %s', (_name, part) => {
    const call = () => weighCall(withParts(part));
    expect(call).toThrow(expect.objectContaining({ param: 'messages[0].content[0].input_audio.data' }));
  });

  it('holds the maximum that a model can be billed for an image at a URL', () => {
    const body = withParts(image('https://example.test/a.png'));
    expect(maxTokensOf(body)).toBeGreaterThanOrEqual(4784);
    expect(maxTokensOf(body, 'openai/gpt-4o-mini')).toBe(2833 + 8 * 5667);
  });

  it('names the field of the first image at a URL, which the provider would fetch', () => {
    const [text, here, there] = [
      { type: 'text', text: 'See' },
      image(dataUrl('image/png', 'x')),
      'https://a.test/b',
    ];
    expect(weighCall(withParts(text, here, image(there), image(there))).imageAddress).toBe(
      'messages[0].content[2].image_url.url',
    );
    expect(weighCall(withParts(text, here)).imageAddress).toBeUndefined();
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:10.0.0.1]/a.png',
    'http://0x7f000001/a.png',
    'https://user:pass@example.com/a.png',
    'http://files.internal/a.png',
    'http://minio:9000/a.png',
  ])('rejects an image at %s and names the field', (address) => {
    const call = () => weighCall(withParts({ type: 'text', text: 'See' }, image(address)));
    const param = 'messages[0].content[1].image_url.url';
    expect(call).toThrow(expect.objectContaining({ code: 'invalid_request', param }));
  });

  it.each([
    [
      'a part',
      {
        messages: [
          {
            role: 'system',
            content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } }],
          },
        ],
      },
    ],
    [
      'a tool',
      {
        tools: [
          { type: 'function', function: { name: 'f' }, cache_control: { type: 'ephemeral', ttl: '1h' } },
        ],
      },
    ],
  ])('includes the price of a one-hour cache write when %s asks for it', (_name, more) => {
    expect(weighCall(bodyOf(more)).classes).toContain('cacheWriteLong');
    expect(weighCall(bodyOf({})).classes).not.toContain('cacheWriteLong');
  });
});

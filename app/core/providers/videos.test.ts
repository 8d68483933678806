import { describe, expect, it } from 'vitest';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { toWireRequest as toClaude } from './anthropic/request.ts';
import type { ProviderRequest } from './contract.ts';
import { toWireRequest as toGemini } from './google/request.ts';
import { toWireRequest as toOpenAi } from './openai/request.ts';
import { targetOf } from './openai/target.ts';
import { isVideoUrl, readDataUrl } from './shared/data-url.ts';

const MP4 = mp4().toString('base64');
const WEBM = webm().toString('base64');

function requestWith(url: string, filename?: string): ProviderRequest {
  const messages: PromptMessage[] = [
    {
      role: 'user',
      content: [
        { type: 'file', file: { file_data: url, filename } },
        { type: 'text', text: 'What happens?' },
      ],
    },
  ];
  return { model: 'gemini-2.5-flash', messages, maxOutputTokens: 100, delivery: 'whole', options: {} };
}

/** The type follows the bytes, whatever the label. */
const LABELLED: [string, string, string][] = [
  ['an MP4', `data:video/mp4;base64,${MP4}`, 'video/mp4'],
  ['an MP4 that is called a page', `data:application/pdf;base64,${MP4}`, 'video/mp4'],
  ['a WebM that is called an MP4', `data:video/mp4;base64,${WEBM}`, 'video/webm'],
  ['a WebM as a recorder labels it', `data:video/webm;codecs=vp8,opus;base64,${WEBM}`, 'video/webm'],
  [
    'a film of QuickTime',
    `data:video/mov;base64,${mp4({ brand: 'qt  ' }).toString('base64')}`,
    'video/quicktime',
  ],
];

describe('a video', () => {
  it.each(LABELLED)(
    'goes to Gemini within the request, with the type of its bytes: %s',
    (_name, url, mimeType) => {
      const { base64: data } = readDataUrl(url)!;
      expect(toGemini(requestWith(url, 'a.mp4')).contents).toEqual([
        {
          role: 'user',
          parts: [{ text: 'a.mp4' }, { inlineData: { mimeType, data } }, { text: 'What happens?' }],
        },
      ]);
    },
  );

  it.each(LABELLED)('goes to hosts of open models in OpenRouter’s form: %s', (_name, url, type) => {
    const target = targetOf(new URL('https://api.moonshot.ai/v1'));
    const { base64 } = readDataUrl(url)!;
    expect(toOpenAi(requestWith(url), target).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'video_url', video_url: { url: `data:${type};base64,${base64}` } },
          { type: 'text', text: 'What happens?' },
        ],
      },
    ]);
  });

  it('is refused with a message by the wires of makers that accept none', () => {
    const request = requestWith(`data:video/mp4;base64,${MP4}`);
    const refusal = expect.objectContaining({ code: 'provider_rejected' });
    expect(() => toClaude({ ...request, model: 'claude-haiku-4-5' })).toThrow(refusal);
    const openAi = targetOf(new URL('https://api.openai.com/v1'));
    expect(() => toOpenAi(request, openAi)).toThrow(refusal);
  });

  it.each(['ftypavif', 'ftypheic', 'ftypM4A '])('is not detected in a file that begins with %s', (brand) => {
    const bytes = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(brand)]);
    expect(isVideoUrl(`data:image/avif;base64,${bytes.toString('base64')}`)).toBe(false);
  });
});

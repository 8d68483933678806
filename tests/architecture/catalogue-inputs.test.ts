import { expect, it } from 'vitest';
import { isServed, sendable, type Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { PromptMessage } from '#app/contracts/completion.ts';
import type { Modality } from '#app/contracts/models.ts';
import { dialectOf, PROVIDERS } from '#app/contracts/providers.ts';
import { toWireRequest as toClaude } from '#app/core/providers/anthropic/request.ts';
import type { ProviderRequest } from '#app/core/providers/contract.ts';
import { toWireRequest as toGemini } from '#app/core/providers/google/request.ts';
import { toWireRequest as toOpenAi } from '#app/core/providers/openai/request.ts';
import { targetOf } from '#app/core/providers/openai/target.ts';
import { SEED_MODELS } from '#db/seed/data/models.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { png } from '#tests/fixtures/pixel.ts';

const PICTURE = png(8, 8);
const VIDEO = mp4().toString('base64');
const SOUND = Buffer.from('ID3 and so on').toString('base64');

type Content = Extract<PromptMessage, { role: 'user' }>['content'];

/** A prompt of each kind of input, and the bytes that a request must contain. */
const INPUTS: Partial<Record<Modality, { content: Content; bytes: string }>> = {
  'image-to-text': {
    content: [{ type: 'image_url', image_url: { url: PICTURE } }],
    bytes: PICTURE.slice(PICTURE.indexOf(',') + 1),
  },
  'video-to-text': {
    content: [{ type: 'file', file: { file_data: `data:video/mp4;base64,${VIDEO}` } }],
    bytes: VIDEO,
  },
  'audio-to-text': {
    content: [{ type: 'input_audio', input_audio: { data: SOUND, format: 'mp3' } }],
    bytes: SOUND,
  },
};

const openAiAt = (address: string) => (request: ProviderRequest) =>
  toOpenAi(request, targetOf(new URL(address)));

/** The request of each wire that supports more than text, to the address of a provider. */
const WIRES: Partial<Record<Dialect, (address: string) => (request: ProviderRequest) => object>> = {
  openai: openAiAt,
  azure: () => openAiAt('https://name.openai.azure.com'),
  anthropic: () => toClaude,
  google: () => toGemini,
};

const offers = SEED_MODELS.flatMap((model) =>
  model.offers.flatMap((offer) => {
    const dialect = (offer.dialect ?? dialectOf(offer.provider)) as Dialect;
    const supports = offer.supports ?? model.supports;
    if (!supports.includes('text-to-text') || !isServed(dialect, ['text-to-text'])) return [];
    const address = PROVIDERS.find(({ id }) => id === offer.provider)?.baseUrl ?? 'http://127.0.0.1/v1';
    return [{ model, name: `${model.id} at ${offer.provider}`, dialect, supports, address }];
  }),
);

const rows = offers.flatMap((offer) =>
  offer.supports.filter((way) => way !== 'text-to-text').map((way) => ({ ...offer, way })),
);

it.each(rows)('the wire of $name sends the inputs that the catalogue lists: $way', (row) => {
  const { content, bytes } = INPUTS[row.way]!;
  const request: ProviderRequest = {
    model: 'm',
    messages: [{ role: 'user', content }],
    maxOutputTokens: 100,
    delivery: 'whole',
    options: {},
  };
  expect(JSON.stringify(WIRES[row.dialect]!(row.address)(request))).toContain(bytes);
  expect(sendable(row.dialect, row.supports)).toEqual(row.supports);
});

it('every input of a callable model is supported by one of its offers', () => {
  const wrong = offers.flatMap(({ model }) =>
    model.supports.filter(
      (way) => !offers.some((offer) => offer.model === model && offer.supports.includes(way)),
    ),
  );
  expect(wrong).toEqual([]);
  expect(rows.filter(({ way }) => way === 'video-to-text').length).toBeGreaterThan(10);
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#app/contracts/playground/playground.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { pairsOf } from '#app/features/playground/server/selection.ts';
import { parameterFields } from '#app/features/playground/server/parameter-fields.server.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { createImageModel, IMAGE_PRICE } from '#tests/factories/create-image-model.ts';
import { createVideoModel } from '#tests/factories/video-call.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine();

beforeEach(async () => {
  await createImageModel();
  await createVideoModel();
  await createModel({
    id: 'sandbox/shapes',
    name: 'Shapes',
    supports: ['text-to-image'],
    capabilities: [],
    offers: [
      { provider: 'sandbox', upstreamModel: 'gemini-3-pro-image', dialect: 'google', price: IMAGE_PRICE },
    ],
  });
});

async function fieldsOf(output: Output) {
  const listing = await readListing();
  const fields = await parameterFields(output, pairsOf(listing.models, `text-to-${output}`), listing);
  return new Map(fields.map((field) => [field.name, field]));
}

describe('the form of parameters', () => {
  it('has the parameters of at least one pair, and names pairs without them', async () => {
    const fields = await fieldsOf('image');
    expect(fields.get('size')).toMatchObject({ kind: 'choice', notTakenBy: ['Shapes'] });
    expect(fields.get('aspect_ratio')).toMatchObject({ kind: 'choice', notTakenBy: ['Sandbox Picture'] });
    expect(fields.get('partial_images')).toMatchObject({ kind: 'choice', notTakenBy: ['Shapes'] });
    expect(fields.get('n')).toMatchObject({ kind: 'number', range: { min: 1, max: 4 } });
    expect([...fields.keys()]).not.toContain('seconds');
  });

  it('has lengths and sizes of videos, and none that no pair supports', async () => {
    const fields = await fieldsOf('video');
    expect(fields.get('seconds')).toMatchObject({ kind: 'choice', notTakenBy: [] });
    expect([...fields.keys()]).toEqual(['seconds', 'size']);
  });

  it('has the bounds of the API for text', async () => {
    const fields = await fieldsOf('text');
    expect(fields.get('temperature')).toMatchObject({ kind: 'number', range: { min: 0, max: 2 } });
    expect(fields.get('max_tokens')).toMatchObject({ range: { min: 1 } });
  });
});

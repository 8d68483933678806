import { beforeAll, describe, expect, it } from 'vitest';
import { videoRequest } from '#app/contracts/openai/video-request.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { parameterGroups } from '#app/features/models/detail/parameter-groups.server.ts';
import { findShown } from '#app/features/models/shared/shown-models.server.ts';
import { seedCatalogue } from '#db/seed/catalogue.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeAll(async () => {
  Object.assign(process.env, { SANDBOX: 'true' });
  await emptyTables();
  await seedCatalogue(AUTOCOMMIT);
  forgetSnapshot();
});

async function groupsOf(id: string) {
  const { model, parameters } = await findShown(id);
  return parameterGroups(model, parameters);
}

/** The only group of a model, by the names of its fields. */
async function fieldsOf(id: string) {
  const groups = await groupsOf(id);
  return {
    calls: groups.map(({ call }) => call),
    fields: new Map(groups.flatMap(({ parameters }) => parameters).map((one) => [one.name as string, one])),
  };
}

describe('the parameters of a model', () => {
  it('that makes videos are those of an order of a video, with the values that it accepts', async () => {
    const { calls, fields } = await fieldsOf('google/veo-3.1');
    expect(calls).toEqual(['POST /api/v1/videos']);
    expect([...fields.keys()].slice(0, 2)).toEqual(['model', 'prompt']);
    expect(fields.get('prompt')?.isRequired).toBe(true);
    expect(fields.get('seconds')).toMatchObject({ range: { values: ['4', '6', '8'] }, isModelDefault: true });
    expect(fields.get('aspect_ratio')?.range.values).toEqual(['16:9', '9:16']);
    expect(fields.get('input_reference')?.isRequired).toBe(false);
    expect(fields.has('temperature')).toBe(false);
  });

  it('that makes images are those of an order of images', async () => {
    const { calls, fields } = await fieldsOf('sandbox/picture');
    expect(calls).toEqual(['POST /api/v1/images/generations']);
    expect(fields.get('n')).toMatchObject({ range: { min: 1, max: 10 }, byDefault: '1' });
    expect(fields.get('quality')?.range.values).toContain('high');
    expect(fields.get('output_format')?.range.values).toEqual(['png', 'jpeg', 'webp']);
    expect(fields.get('images')?.isRequired).toBe(false);
  });

  it('that only works on files need a file', async () => {
    const { models } = await readListing();
    const worker = models.find(({ supports }) => supports.length === 1 && supports[0] === 'video-to-video');
    const { fields } = await fieldsOf(worker!.id);
    expect(fields.get('input_reference')?.isRequired).toBe(true);
  });

  it('that writes are the sampling options, with its own bounds, and those that it ignores', async () => {
    const { calls, fields } = await fieldsOf('sandbox/small');
    expect(calls).toEqual(['POST /api/v1/chat/completions']);
    expect(fields.get('temperature')).toMatchObject({
      range: { min: 0, max: 2 },
      byDefault: '1',
      isIgnored: false,
    });
    expect(fields.get('max_tokens')).toMatchObject({ range: { min: 1 }, byDefault: '16384' });
    expect(fields.get('reasoning_effort')?.isIgnored).toBe(true);
    expect(fields.get('tools')?.inside).toEqual([]);
  });

  it('that makes vectors are those of an embedding', async () => {
    const { calls, fields } = await fieldsOf('sandbox/embedding');
    expect(calls).toEqual(['POST /api/v1/embeddings']);
    expect([...fields.keys()]).toEqual(['model', 'input', 'dimensions', 'encoding_format']);
  });

  it('of every model are values that the API accepts', async () => {
    const { models } = await readListing();
    const videos = models.filter(({ supports }) => supports.some((way) => way.endsWith('-to-video')));
    expect(videos.length).toBeGreaterThan(5);
    const groups = await Promise.all(videos.map(({ id }) => groupsOf(id)));
    const refused = groups
      .flat()
      .flatMap(({ kind, parameters }) =>
        kind !== 'video'
          ? []
          : parameters.flatMap(({ name, range }) =>
              (range.values ?? []).filter(
                (value) => !videoRequest.safeParse({ model: 'm', prompt: 'p', [name]: value }).success,
              ),
            ),
      );
    expect(refused).toEqual([]);
  });
});

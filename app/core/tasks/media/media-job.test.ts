import { expect, it } from 'vitest';
import type { MediaEvent } from '#app/core/providers/media/contract.ts';
import { toEvents } from './media-job.ts';

const piece: MediaEvent = { type: 'piece', index: 0, source: { url: 'https://x.example/a.png' } };
const refused: MediaEvent = { type: 'refused', reason: 'not this' };

async function listed(events: MediaEvent[]) {
  const types: string[] = [];
  for await (const { type } of toEvents(events, 'picture')) types.push(type);
  return types;
}

it('finishes when at least one image exists, even if others were refused', async () => {
  expect(await listed([{ type: 'progress', done: 0.5 }, piece, refused])).toEqual(['piece', 'finish']);
});

it("fails as content_filter with the provider's text when policy refused every image", async () => {
  await expect(listed([refused, refused])).rejects.toMatchObject({
    code: 'content_filter',
    message: 'not this',
  });
});

it('fails as malformed when there is no image', async () => {
  await expect(listed([])).rejects.toMatchObject({ code: 'provider_malformed' });
});

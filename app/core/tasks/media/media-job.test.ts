import { expect, it } from 'vitest';
import type { MediaEvent } from '#app/core/providers/media/contract.ts';
import { toEvents } from './media-job.ts';

const piece: MediaEvent = { type: 'piece', index: 0, source: { url: 'https://x.example/a.png' } };
const refused: MediaEvent = { type: 'refused', reason: 'not this' };

async function listed(said: MediaEvent[]) {
  const types: string[] = [];
  for await (const { type } of toEvents(said, 'picture')) types.push(type);
  return types;
}

it('ends well where a picture is there, whatever became of the others', async () => {
  expect(await listed([{ type: 'progress', done: 0.5 }, piece, refused])).toEqual(['piece', 'finish']);
});

it('is refused where policy has kept back all of them, in the words of the provider', async () => {
  await expect(listed([refused, refused])).rejects.toMatchObject({
    code: 'content_filter',
    message: 'not this',
  });
});

it('has failed where nothing is there', async () => {
  await expect(listed([])).rejects.toMatchObject({ code: 'provider_malformed' });
});

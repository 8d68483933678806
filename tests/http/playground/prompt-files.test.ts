import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { callersOf } from '#tests/fixtures/playground-callers.ts';

useEngine();
const web = useWeb();
const newCaller = callersOf(web);

describe('files of a prompt', () => {
  beforeEach(async () => {
    await createImageModel();
    await vi.waitUntil(
      async () => (await fetch(`${web.origin()}/api/v1/models/${PICTURE_MODEL}`)).ok,
      20_000,
    );
  });

  const blue = () => new File([Buffer.from(PIXEL, 'base64')], 'blue.png', { type: 'image/png' });

  it('are uploaded by the form itself', async () => {
    const { call } = await newCaller();
    const body = new FormData();
    for (const [name, value] of [
      ['intent', 'send'],
      ['text', 'At dusk [[sandbox: delay=0]]'],
      ['output', 'image'],
      ['quality', 'low'],
      ['pair', `sandbox:${PICTURE_MODEL}`],
    ] as const)
      body.set(name, value);
    body.set('picture', blue());
    const sent = await call('/playground/new?category=image-to-image&sort=price', {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    expect(sent.status).toBe(302);
    const path = sent.headers.get('location')!;
    // The selection stays.
    expect(path).toMatch(/^\/playground\/[\w-]+\?category=image-to-image&sort=price#p-/);
    await expect
      .poll(async () => (await (await call(path)).text()).includes('alt="Image generated from: At dusk'), {
        timeout: 30_000,
      })
      .toBe(true);
    expect(await (await call(path)).text()).toContain('aria-label="blue.png"');
  });

  it('stay with a refused prompt, until they are removed', async () => {
    const { call, form } = await newCaller();
    const upload = new FormData();
    upload.set('file', blue());
    const { file_id: id } = (await (await call('/api/files', { method: 'POST', body: upload })).json()) as {
      file_id: string;
    };
    const refused = await form('/playground/new?category=image-to-image', [
      ['intent', 'send'],
      ['text', 'Too many'],
      ['files', id],
    ]);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(new RegExp(`name="files"[^>]* value="${id}"`));
    const without = await form('/playground/new?category=image-to-image', [
      ['intent', 'send'],
      ['text', 'Too many'],
      ['files', id],
      ['removedFile', id],
    ]);
    expect(without.status).toBe(200);
    const page = await without.text();
    expect(page).toContain('>Too many</textarea>');
    expect(page).not.toContain(id);
    expect((await call(`/files/${id}`)).status).toBe(404);
  });

  it('are priced before they are sent, with the refusals', async () => {
    const { call } = await newCaller();
    const quote = async (options: object) => {
      const asked = { conversationId: null, text: 'A fox', output: 'image', options };
      const pairs = [`sandbox:${PICTURE_MODEL}`];
      return (await call('/api/playground/quote', jsonPost({ ...asked, pairs }))).json() as Promise<{
        pairs: { mostMicro: string | null; why: string | null }[];
      }>;
    };
    expect(Number((await quote({ quality: 'low' })).pairs[0]!.mostMicro)).toBeGreaterThan(0);
    expect((await quote({ resolution: '4K' })).pairs[0]).toMatchObject({
      mostMicro: null,
      why: expect.stringContaining('resolution') as string,
    });
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { selectCount } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { wordsOfPage } from '#tests/fixtures/page-text.ts';
import { callersOf } from '#tests/fixtures/playground-callers.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();
const newCaller = callersOf(web);

const VIDEO = 'sandbox/dear-video';
const AT = '/playground/new?category=text-to-video';

beforeEach(async () => {
  await createModel({
    id: VIDEO,
    name: 'Dear Video',
    endpoint: null,
    supports: ['text-to-video', 'image-to-video'],
    capabilities: [],
    contextTokens: 0,
    offers: [
      {
        provider: 'sandbox',
        upstreamModel: 'sandbox-video',
        dialect: 'openai-videos',
        // $0.10 a second.
        price: { rules: [{ rates: { second: 100_000_000_000n } }] },
      },
    ],
  });
  await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${VIDEO}`)).ok, 20_000);
});

async function newSender() {
  const { userId, call } = await newCaller(20_000_000n);
  const send = (seconds: string, confirmed?: string, cookie = '') =>
    call(AT, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({
        intent: 'send',
        output: 'video',
        text: 'A quiet harbour',
        pair: `sandbox:${VIDEO}`,
        seconds,
        ...(confirmed !== undefined && { confirmedMicro: confirmed }),
      }),
    });
  const sent = () => selectCount(AUTOCOMMIT, 'SELECT COUNT(*) FROM generations WHERE user_id = ?', [userId]);
  return { send, sent, call };
}

describe('a prompt whose answers may cost more than $0.50', () => {
  it('is sent only after its sum was confirmed, and keeps what was typed', async () => {
    const { send, sent } = await newSender();
    const asked = await send('8');
    expect(asked.status).toBe(200);
    expect(await wordsOfPage(asked.clone())).toContain('This answer may cost up to $0.80');
    const html = await asked.text();
    expect(html).toContain('>A quiet harbour</textarea>');
    expect(html).toMatch(/<option[^>]* value="8" selected=""|<option[^>]* selected="" value="8"/);
    expect(html).toMatch(/<button[^>]*name="confirmedMicro"[^>]*value="800000"/);
    expect(await sent()).toBe(0);
    const confirmed = await send('8', '800000');
    expect(confirmed.status).toBe(302);
    expect(confirmed.headers.get('set-cookie')).toContain(
      'confirmedMicro=800000; Path=/playground; SameSite=Lax; HttpOnly',
    );
    expect(await sent()).toBe(1);
  });

  it('is sent at once after an equal or larger sum was confirmed in the session', async () => {
    const { send, sent } = await newSender();
    const cookie = 'confirmedMicro=800000';
    expect((await send('8', undefined, cookie)).status).toBe(302);
    expect((await send('12', undefined, cookie)).status).toBe(200);
    expect(await sent()).toBe(1);
  });

  it.each(['799999', '-800000', '8e9', '', '9'.repeat(40)])('is not sent for a confirmed %j', async (sum) => {
    const { send, sent } = await newSender();
    expect((await send('8', sum)).status).toBe(200);
    expect((await send('8', undefined, `confirmedMicro=${sum}`)).status).toBe(200);
    expect(await sent()).toBe(0);
  });
});

describe('a cheaper prompt', () => {
  it('is sent at once', async () => {
    const { send, sent } = await newSender();
    expect((await send('4')).status).toBe(302);
    expect(await sent()).toBe(1);
  });
});

describe('a video of an image', () => {
  it('is refused without one', async () => {
    const { call } = await newSender();
    const refused = await call('/playground/new?category=image-to-video', {
      method: 'POST',
      body: new URLSearchParams({
        intent: 'send',
        output: 'video',
        text: 'A quiet harbour',
        pair: `sandbox:${VIDEO}`,
      }),
    });
    expect(refused.status).toBe(400);
    const words = await wordsOfPage(refused.clone());
    expect(words).toContain('Add an image first');
    expect(await refused.text()).toContain('>A quiet harbour</textarea>');
  });
});

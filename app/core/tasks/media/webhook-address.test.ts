import { beforeEach, expect, it, vi } from 'vitest';
import { TEST_ENVIRONMENT } from '#tests/setup/environment.ts';

const settings: Record<string, string> = {};
vi.mock('#app/core/platform/config.ts', () => ({ config: () => settings }));
const { isWebhookToken, webhookAddress } = await import('./webhook-address.ts');

beforeEach(() => {
  for (const name of Object.keys(settings)) delete settings[name];
  settings.SESSION_SECRET = TEST_ENVIRONMENT.SESSION_SECRET;
});

const ID = '01890000-0000-7000-8000-000000000001';
const place = { provider: 'fal', generationId: ID };
const tokenOf = (address: string | null) => new URL(address ?? '').searchParams.get('token') ?? '';

it.each([
  ['http://parlance.example', null],
  ['https://localhost:3000', null],
  ['https://10.1.2.3', null],
  ['https://parlance.lan', null],
  ['https://parlance.example/', `https://parlance.example/api/media/webhooks/fal/${ID}`],
])('with APP_URL %s providers report to %s', (url, wanted) => {
  settings.APP_URL = url;
  expect(webhookAddress('fal', ID)?.replace(/\?.*/, '') ?? null).toBe(wanted);
});

it('is null without a public address, and uses the operator’s address if one is set', () => {
  expect(webhookAddress('fal', ID)).toBeNull();
  settings.PROVIDER_WEBHOOK_URL = 'http://127.0.0.1:3000/';
  expect(webhookAddress('fal', ID)).toMatch(/^http:\/\/127\.0\.0\.1:3000\/api\/media\/webhooks\/fal\//);
});

it('is the same each time, and its token is valid for one provider and generation only', () => {
  settings.APP_URL = 'https://parlance.example';
  const token = tokenOf(webhookAddress('fal', ID));
  expect(tokenOf(webhookAddress('fal', ID))).toBe(token);
  expect(isWebhookToken(place, token)).toBe(true);
  expect(isWebhookToken({ ...place, provider: 'bfl' }, token)).toBe(false);
  expect(isWebhookToken({ ...place, generationId: ID.replace(/1$/, '2') }, token)).toBe(false);
  for (const wrong of ['', 'a'.repeat(43), `${token}=`, 'é'.repeat(43)])
    expect(isWebhookToken(place, wrong)).toBe(false);
});

it('is still accepted after the secret was rotated', () => {
  settings.APP_URL = 'https://parlance.example';
  const token = tokenOf(webhookAddress('fal', ID));
  settings.SESSION_SECRET = `a-new-secret-that-signs-from-now-on-here,${TEST_ENVIRONMENT.SESSION_SECRET}`;
  expect(isWebhookToken(place, token)).toBe(true);
  settings.SESSION_SECRET = 'a-new-secret-that-signs-from-now-on-here';
  expect(isWebhookToken(place, token)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { savePreferences } from './save-preferences.server.ts';

function send(fields: Record<string, string>) {
  return savePreferences(
    new Request('http://parlance.test/settings/preferences', {
      method: 'POST',
      body: new URLSearchParams(fields),
    }),
  );
}

describe('savePreferences', () => {
  it('stores the choices of a form without scripts and returns to its page', async () => {
    const answer = (await send({ theme: 'dark', returnTo: '/chat/new?x=1' })) as Response;
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/chat/new?x=1');
    expect(answer.headers.get('set-cookie')).toMatch(/^color-theme=dark; Path=\/; Max-Age=31536000/);
  });

  it.each(['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', '/\t/elsewhere.test', 'x'])(
    'does not redirect to %j',
    async (returnTo) => {
      const answer = (await send({ theme: 'dark', returnTo })) as Response;
      expect(answer.headers.get('location')).toBe('/settings');
    },
  );

  it('responds to a script without a redirect', async () => {
    const answer = await send({ language: 'ja-JP' });
    expect(answer).toMatchObject({ data: { invalid: null } });
  });

  it('names the field with an unknown value, and stores nothing', async () => {
    const answer = await send({ theme: 'dark', language: 'xx' });
    expect(answer).toMatchObject({ data: { invalid: 'language' }, init: { status: 400 } });
    expect(answer).not.toHaveProperty('init.headers');
  });
});

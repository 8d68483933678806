import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { pageAction } from './page-action.ts';
import { redirectWithToast, submitForm } from './page-answers.ts';

const steps: string[] = [];
const quota = vi.hoisted(() => ({ isUsedUp: false }));

vi.mock('#app/core/platform/logger.ts', () => ({ logger: () => ({ error: () => undefined }) }));
vi.mock('#app/core/platform/config.ts', () => ({ config: () => ({ APP_TITLE: 'Agora' }) }));
vi.mock('#app/http/session/open-stream.ts', () => ({}));
vi.mock('#app/http/session/session.ts', () => ({
  readCaller: async ({ headers }: Request) => {
    steps.push('caller');
    return headers.has('cookie') ? { user: { id: 'user-1', role: 'USER' }, session: { id: 'one' } } : null;
  },
}));
vi.mock('#app/core/limits/quotas.ts', () => ({
  consumeWriteQuota: async (userId: string) => {
    steps.push(`quota of ${userId}`);
    if (quota.isUsedUp) throw new AppError('message_limit');
  },
}));

beforeEach(() => {
  steps.length = 0;
  quota.isUsedUp = false;
});

const action = pageAction({
  auth: 'user',
  texts: 'keys',
  acts: {
    save: async ({ form, user }) =>
      submitForm(form, z.object({ name: z.string('No name'), note: z.string() }), async ({ name }) => {
        steps.push(`save ${name} of ${user.id}`);
        return redirectWithToast('/keys', 'common:saved');
      }),
    leave: async () => redirect('/'),
    fail: async ({ form }) => {
      const code = form.get('code') as string;
      if (code === 'lost') throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
      throw new AppError(code as 'conflict');
    },
  },
  refuse: (error, { t, form }) =>
    error.code === 'conflict' || error.code === 'message_limit'
      ? { error: t('error.tooMany'), typed: form.get('name') }
      : null,
});

function send(fields: Record<string, string> | string, headers: Record<string, string> = { cookie: 'a=b' }) {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields);
  const request = new Request('http://own.test/keys', { method: 'POST', body, headers });
  const args = { request, params: {}, context: { requestId: 'request-1' } };
  return action(args as unknown as ActionFunctionArgs);
}

const thrownBy = (answer: Promise<unknown>): Promise<Response> =>
  answer.then(
    () => expect.unreachable('nothing was thrown'),
    (thrown: unknown) => (thrown instanceof Response ? thrown : expect.unreachable(String(thrown))),
  );

describe('the action of a page', () => {
  it('finds the caller, counts the form, and runs the act of the button', async () => {
    const answer = (await send({ act: 'save', name: 'Mine', note: 'x' })) as Response;
    expect(steps).toEqual(['caller', 'quota of user-1', 'save Mine of user-1']);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/keys']);
    expect(decodeURIComponent(answer.headers.get('set-cookie')!)).toContain('"key":"common:saved"');
    expect(await send({ act: 'leave' })).toMatchObject({ status: 302 });
  });

  it('returns an invalid form with its errors and what was typed', async () => {
    const answer = await send({ act: 'save', note: 'typed' });
    expect(answer).toMatchObject({
      init: { status: 400 },
      data: { refused: { initialValue: { note: 'typed' }, error: { name: ['No name'] } } },
    });
  });

  it('shows an error that the page has a text for, also that of the quota', async () => {
    const refused = { data: { error: expect.any(String), typed: 'Mine' } };
    const failed = await send({ act: 'fail', code: 'conflict', name: 'Mine' });
    expect(failed).toMatchObject({ ...refused, init: { status: 409 } });
    quota.isUsedUp = true;
    const tooMany = await send({ act: 'save', name: 'Mine' });
    expect(tooMany).toMatchObject({ ...refused, init: { status: 429 } });
    expect(steps.at(-1)).toBe('quota of user-1');
  });

  it.each([
    ['an error without a text', { act: 'fail', code: 'not_found' }, 404],
    ['a database that is away', { act: 'fail', code: 'lost' }, 503],
    ['an unknown button', { act: 'other' }, 400],
    ['no button', {}, 400],
    ['a body that is no form', 'text', 415],
  ])('answers with an error page: %s', async (_, fields, status) => {
    expect(await thrownBy(send(fields))).toMatchObject({ status });
  });

  it('reads no form of a visitor, who is redirected to sign in', async () => {
    const answer = await thrownBy(send('text', {}));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?redirectTo=%2Fkeys']);
    expect(steps).toEqual(['caller']);
  });
});

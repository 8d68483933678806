import { expect } from 'vitest';
import { setRole } from '#app/core/accounts/role.ts';
import { findUserByEmail } from '#app/core/accounts/user.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Person } from './person.ts';

const PAGES = ['', '/users', '/payments', '/providers', '/catalogue', '/jobs', '/audit'];

/** Reads the operator's pages about a user who has used everything, including the user's own page. */
export async function readOperatorPages({ browser, email }: Person): Promise<void> {
  const { id: userId } = (await findUserByEmail(AUTOCOMMIT, email))!;
  await setRole(AUTOCOMMIT, { userId, role: 'ADMIN' });
  const refused: string[] = [];
  for (const page of [...PAGES, `/users/${userId}`, `/audit?person=${userId}`, `/users?q=${userId}`])
    if ((await browser.get(`/admin${page}`)).status !== 200) refused.push(page);
  expect(refused).toEqual([]);
  const { body } = await browser.get(`/admin/users/${userId}`);
  expect(body).toContain('By the form');
  const text = JSON.stringify({
    data: [{ id: 'maker/x', pricing: { prompt: 'no price', completion: '1' } }],
  });
  const list = { act: 'preview', text, provider: 'openai' };
  expect((await browser.submit('/admin/catalogue', list, '/admin/catalogue')).status).toBe(400);
  await setRole(AUTOCOMMIT, { userId, role: 'USER' });
}

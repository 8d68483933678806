import type { Page } from 'playwright-core';

let registered = 0;

/** Registers somebody new through the form, in whatever language; the page ends on /chat/new. */
export async function register(page: Page): Promise<{ email: string; password: string }> {
  registered += 1;
  const email = `reader-${process.pid}-${Date.now().toString(36)}-${registered}@parlance.test`;
  const password = 'a long enough password';
  await page.goto('/register', { waitUntil: 'commit' });
  await page.locator('input[name=name]').fill('Ada Reader');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=confirm_password]').fill(password);
  await page.locator('form:has(input[name=confirm_password]) button[type=submit]').click();
  await page.waitForURL('**/chat/new', { waitUntil: 'commit' });
  return { email, password };
}

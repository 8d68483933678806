import type { Page } from 'playwright';

interface Account {
  email: string;
  password: string;
}

let registered = 0;

/** As `signUp`; the page ends on /chat/new. */
export async function register(page: Page): Promise<Account> {
  const account = await signUp(page);
  await page.goto('/chat/new', { waitUntil: 'commit' });
  return account;
}

/**
 * Registers a new user as the form would, without opening it or another page. The form itself has a flow of
 * its own.
 */
export async function signUp(page: Page): Promise<Account> {
  registered += 1;
  const email = `reader-${process.pid}-${Date.now().toString(36)}-${registered}@parlance.test`;
  const password = 'a long enough password';
  await send(page, '/register', { name: 'Ada Reader', email, password, confirm_password: password });
  return { email, password };
}

/** Signs in another browser, without opening the form. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await send(page, '/login', { email, password });
}

async function send(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await page.context().request.post(path, { form, headers, maxRedirects: 0 });
  if (answer.status() !== 302) throw new Error(`${path} was answered with ${answer.status()}`);
}

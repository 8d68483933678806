import type { Page } from 'playwright';
import { hydrated } from './hydration.ts';
import type { PageOptions } from './page-options.ts';
import { register } from './register.ts';
import type { OpenPage } from './test.ts';

/** A new user on /chat/new, whose page is hydrated if it has scripts. */
export async function signedIn(open: OpenPage, options: PageOptions = {}): Promise<Page> {
  const page = await open(options);
  await register(page);
  if (options.scripts !== 'off') await hydrated(page);
  return page;
}

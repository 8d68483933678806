import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { preferenceCookie, PREFERENCES, type PreferenceName } from '#app/ui/preferences/preferences.ts';

const { language, theme, navVisible, autoScroll, modelView } = PREFERENCES;
const CHOICES = z.object({
  language: z.enum(language.values).optional(),
  theme: z.enum(theme.values).optional(),
  navVisible: z.enum(navVisible.values).optional(),
  autoScroll: z.enum(autoScroll.values).optional(),
  modelView: z.enum(modelView.values).optional(),
  returnTo: z.string().optional(),
});
const NAMES = Object.keys(PREFERENCES) as PreferenceName[];

/**
 * Stores the preferences of a form in their cookies. A form without scripts names the page to return to in
 * `returnTo`; a script gets `{ invalid: null }`. An unknown value is a 400 that names its field.
 */
export async function savePreferences(request: Request) {
  const submission = parseForm(await readForm(request), CHOICES);
  if (submission.status !== 'success') {
    const [invalid = null] = Object.keys(submission.error ?? {});
    return data({ invalid }, { status: 400 });
  }
  const { returnTo, ...chosen } = submission.value;
  const headers = new Headers();
  for (const name of NAMES) {
    const value = chosen[name];
    if (value !== undefined) headers.append('Set-Cookie', preferenceCookie(name, value));
  }
  if (returnTo === undefined) return data({ invalid: null }, { headers });
  return redirect(isOwnPath(returnTo) ? returnTo : '/settings', { headers, status: 303 });
}

/**
 * Returns whether a value is a path of this site. Browsers read a backslash as a slash, so `/\host` would
 * lead away like `//host`.
 */
function isOwnPath(value: string): boolean {
  return /^\/(?![/\\])/.test(value) && !/[\r\n\t]/.test(value);
}

import { data, redirect } from '@remix-run/node';
import { readForm } from '#app/http/read-body.ts';
import {
  isPreference,
  preferenceCookie,
  PREFERENCES,
  type PreferenceName,
} from '#app/ui/preferences/preferences.ts';

const NAMES = Object.keys(PREFERENCES) as PreferenceName[];

/**
 * Stores the preferences of a form in their cookies. A form without scripts names the page to come back to in
 * `returnTo`; a script gets `{ invalid: null }`. A value that does not exist is a 400 that names its field.
 */
export async function savePreferences(request: Request) {
  const form = await readForm(request);
  const headers = new Headers();
  for (const name of NAMES) {
    const value = form.get(name);
    if (value === null) continue;
    if (!isPreference(name, value)) return data({ invalid: name }, { status: 400 });
    headers.append('Set-Cookie', preferenceCookie(name, value));
  }
  const returnTo = form.get('returnTo');
  if (returnTo === null) return data({ invalid: null }, { headers });
  return redirect(isOwnPath(returnTo) ? returnTo : '/settings', { headers, status: 303 });
}

/** A path of this site. Browsers read a backslash as a slash, so `/\host` would lead away like `//host`. */
function isOwnPath(value: FormDataEntryValue): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && !/[\r\n\t]/.test(value);
}

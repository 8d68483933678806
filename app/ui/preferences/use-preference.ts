import { useRouteLoaderData } from '@remix-run/react';
import { useSyncExternalStore } from 'react';
import {
  PREFERENCES,
  preferenceCookie,
  readPreferences,
  type PreferenceName,
  type Preferences,
} from './preferences.ts';

const listeners = new Set<() => void>();

/**
 * A preference of this browser: first the value that the server read from the cookie, then the cookie itself,
 * so that a change needs no request. Setting it updates every component that shows it.
 */
export function usePreference<Name extends PreferenceName>(
  name: Name,
): [Preferences[Name], (value: Preferences[Name]) => void] {
  const page = useRouteLoaderData<{ preferences: Preferences }>('root');
  const value = useSyncExternalStore(
    subscribe,
    () => readPreferences(document.cookie)[name],
    () => page?.preferences[name] ?? PREFERENCES[name].values[0],
  );
  return [value as Preferences[Name], (next) => storePreference(name, next)];
}

/** Writes a preference to its cookie and notifies every component that shows it. Browser only. */
export function storePreference<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void {
  document.cookie = preferenceCookie(name, value);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

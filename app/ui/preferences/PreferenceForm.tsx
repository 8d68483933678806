import { useLocation } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { PREFERENCES_PATH, isPreference, type PreferenceName } from './preferences.ts';
import { storePreference } from './use-preference.ts';

interface PreferenceFormProps {
  name: Exclude<PreferenceName, 'language'>;
  children: ReactNode;
  className?: string;
}

/**
 * A form whose submit button carries one preference. Without scripts the server stores it and redirects back
 * to this page; with scripts it is stored at once without a request.
 */
export function PreferenceForm({ name, children, className }: PreferenceFormProps) {
  const { pathname, search } = useLocation();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const value = new FormData(event.currentTarget, submitter).get(name);
    if (!isPreference(name, value)) return;
    event.preventDefault();
    storePreference(name, value);
  };
  return (
    <form method="post" action={PREFERENCES_PATH} onSubmit={onSubmit} className={className}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      {children}
    </form>
  );
}

import { useLocation, useNavigate } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { PREFERENCES_PATH, isPreference, type PreferenceName } from './preferences.ts';
import { storePreference } from './use-preference.ts';

interface PreferenceFormProps {
  name: Exclude<PreferenceName, 'language'>;
  children: ReactNode;
  className?: string;
  /** The page to show afterwards; by default this one. */
  returnTo?: string;
}

/**
 * A form whose submit button carries one preference. Without scripts the server stores it and redirects back
 * to this page; with scripts it is stored at once without a request.
 */
export function PreferenceForm({ name, children, className, returnTo }: PreferenceFormProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const here = pathname + search;
  const next = returnTo ?? here;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const value = new FormData(event.currentTarget, submitter).get(name);
    if (!isPreference(name, value)) return;
    event.preventDefault();
    storePreference(name, value);
    if (next !== here) navigate(next, { replace: true, preventScrollReset: true });
  };
  return (
    <form method="post" action={PREFERENCES_PATH} onSubmit={onSubmit} className={className}>
      <input type="hidden" name="returnTo" value={next} />
      {children}
    </form>
  );
}

import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { signIn } from './sign-in.server.ts';

/**
 * The ways to sign in to a page; each resolves to the user's id. Made for one request, because a strategy
 * sees only the form and the tries are counted by the caller's address.
 */
export function authenticatorFor(address: string): Authenticator<string> {
  const authenticator = new Authenticator<string>();
  authenticator.use(
    new FormStrategy(({ form }) =>
      signIn({ email: text(form, 'email'), password: text(form, 'password'), address }),
    ),
    'form',
  );
  return authenticator;
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { formText } from '#app/contracts/form-text.ts';
import { signIn } from './sign-in.server.ts';

/**
 * The ways to sign in to a page; each resolves to the user's id. Made for one request, because a strategy
 * sees only the form and the tries are counted by the caller's address.
 */
export function authenticatorFor(address: string): Authenticator<string> {
  const authenticator = new Authenticator<string>();
  authenticator.use(
    new FormStrategy(({ form }) =>
      signIn({ email: formText(form, 'email'), password: formText(form, 'password'), address }),
    ),
    'form',
  );
  return authenticator;
}

import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { z } from 'zod';
import { readFields } from '#app/http/body/parse-form.ts';
import { signIn } from './sign-in.server.ts';

const CREDENTIALS = z.object({ email: z.string(), password: z.string() });

/**
 * The ways to sign in to a page; each resolves to the user's id. Made for one request, because a strategy
 * sees only the form and the tries are counted by the caller's address.
 */
export function authenticatorFor(address: string): Authenticator<string> {
  const authenticator = new Authenticator<string>();
  authenticator.use(
    new FormStrategy(({ form }) => signIn({ ...readFields(form, CREDENTIALS), address })),
    'form',
  );
  return authenticator;
}

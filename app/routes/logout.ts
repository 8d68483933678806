import { redirect } from '@remix-run/node';
import { actOnLogout } from '#app/features/auth/login/logout.server.ts';

/** A GET must not sign the user out: only the form does. */
export const loader = () => redirect('/');

export const action = actOnLogout;

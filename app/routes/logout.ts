import { redirect } from '@remix-run/node';
import { actOnLogout } from '#app/features/auth/login/logout.server.ts';

/** Looking at an address must not sign anybody out: only the form does. */
export const loader = () => redirect('/');

export const action = actOnLogout;

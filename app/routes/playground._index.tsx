import { redirect } from '@remix-run/node';

/** The playground begins with a new conversation. */
export const loader = () => redirect('/playground/new');

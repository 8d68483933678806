import { redirect } from '@remix-run/node';

/** The playground starts with a new conversation. */
export const loader = () => redirect('/playground/new');

import { redirect } from '@remix-run/node';

/** The id is optional in the address. */
export function loader() {
  return redirect('/chat/new');
}

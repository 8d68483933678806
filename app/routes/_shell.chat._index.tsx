import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

/** The id is optional in the address. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/chat/new${new URL(request.url).search}`);
}

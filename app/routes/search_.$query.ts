import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

/** The specification has the text of a search in the path. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/search?${new URLSearchParams({ q: params.query ?? '' }).toString()}`);

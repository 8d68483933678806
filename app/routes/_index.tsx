import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { findUser } from '#app/features/auth/require-user.server.ts';
import { StartPage } from '#app/features/site/StartPage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'site:start.title') }];

/** Who is signed in has no business here. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await findUser(request, context)) throw redirect('/chat/new');
  return null;
}

export default StartPage;

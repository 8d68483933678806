import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { readForm } from '#app/http/read-body.ts';
import { confirmEmail } from './verification.server.ts';

/** The link's parts. Looking does not use the link up: mail scanners look at every link. */
export function loadVerify({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return { token: query.get('token') ?? '', userId: query.get('userId') ?? '' };
}

/** Confirms the address, or says that the link is no longer good. */
export async function actOnVerify({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const [token, userId] = [form.get('token'), form.get('userId')];
  if (typeof token !== 'string' || typeof userId !== 'string') return { confirmed: false };
  return { confirmed: await confirmEmail({ token, userId }) };
}

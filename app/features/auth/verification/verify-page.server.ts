import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { confirmEmail } from './verification.server.ts';

const PURPOSE = z.enum(['verify', 'change']).catch('verify');
const LINK = z.object({ token: z.string(), userId: z.string(), purpose: PURPOSE });

/** The link's parts. Looking does not use the link up: mail scanners look at every link. */
export function loadVerify({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return {
    token: query.get('token') ?? '',
    userId: query.get('userId') ?? '',
    purpose: PURPOSE.parse(query.get('purpose')),
  };
}

/** Confirms the address, or says that the link is no longer good. */
export async function actOnVerify({ request }: ActionFunctionArgs) {
  const link = parseForm(await readForm(request), LINK);
  return { confirmed: link.status === 'success' && (await confirmEmail(link.value)) };
}

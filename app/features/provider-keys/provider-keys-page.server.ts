import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { revokeKey, revokeKeys } from '#app/core/provider-keys/provider-keys.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { keyedEndpoint, listKeyLines } from './own-keys.server.ts';

/** The endpoints that take a key of one's own, and until when there is one. */
export async function loadKeys({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  return { lines: await listKeyLines(user.id), texts: await pageTexts(request, 'ownkeys') };
}

const ACT = z.object({ act: z.enum(['revoke', 'revoke-all']), name: z.string().default('') });

/** Deletes the key, or all keys, whose button was pressed twice. */
export async function actOnKeys({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const { act, name } = readFields(form, ACT);
    if (act === 'revoke') await revokeKey({ userId: user.id, name: keyedEndpoint(name) });
    else await revokeKeys(AUTOCOMMIT, user.id);
    const key = act === 'revoke' ? 'settings:providerKeys.revoked' : 'settings:providerKeys.revokedAll';
    return redirect(PROVIDER_KEYS_PATH, {
      headers: { 'set-cookie': flashCookie({ severity: 'success', key }) },
    });
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

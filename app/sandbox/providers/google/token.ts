import { readBody, sendJson, type Exchange } from '../http.ts';

/**
 * POST /token: the token that Google issues for a service account's assertion. Every assertion in the right
 * form is accepted: the sandbox knows no public keys. The behaviour of a token depends on the name of the
 * account, as with keys.
 */
export async function answerToken(exchange: Pick<Exchange, 'request' | 'response' | 'seen'>): Promise<void> {
  const form = new URLSearchParams((await readBody(exchange.request)) ?? '');
  const account = accountOf(form.get('assertion') ?? '');
  if (account === null)
    return sendJson(exchange, 400, { error: 'invalid_grant', error_description: 'Invalid JWT.' });
  if (account.startsWith('sandbox-refused'))
    return sendJson(exchange, 400, { error: 'invalid_grant', error_description: 'account not found' });
  const access_token = `ya29.${account.split('@')[0]}`;
  sendJson(exchange, 200, { access_token, expires_in: 3599, token_type: 'Bearer' });
}

function accountOf(assertion: string): string | null {
  const [, body, signature] = assertion.split('.');
  try {
    const { iss } = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as { iss?: unknown };
    return typeof iss === 'string' && signature ? iss : null;
  } catch {
    return null;
  }
}

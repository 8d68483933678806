import { createVerify, generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A service account that the server knows, as in its key file; the address in it must never be called. */
export const ACCOUNT = {
  client_email: 'hub@sandbox-project.iam.gserviceaccount.com',
  project_id: 'sandbox-project',
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  token_uri: 'http://127.0.0.1:9/never',
};

/** An application that the server knows. */
export const CLIENT = { id: 'client-1', secret: 'client-secret-Zx81-canary' };

export interface TokenServer {
  /** For a grant of either kind. */
  url: string;
  /** Tokens that were issued, oldest first. */
  given: readonly string[];
  /** Number of requests. */
  asked(): number;
  /** All its answers from now on; null restores the default. */
  answerWith(answer: Answer | null): void;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: string;
  /** It does not answer before this promise resolves. */
  after?: Promise<void>;
  /** Lifetime of its tokens in seconds. */
  lifetime?: number;
}

/**
 * Starts a server that issues tokens like Google's and Microsoft's: it verifies the signature, the audience
 * and the times of an assertion, and the secret of an application.
 */
export async function startTokenServer(): Promise<TokenServer> {
  const given: string[] = [];
  let asked = 0;
  let set: Answer | null = null;
  const server = createServer((request, response) => {
    asked += 1;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void (async () => {
        await set?.after;
        if (set && set.lifetime === undefined) return answer(response, set.status, set.body);
        const form = new URLSearchParams(Buffer.concat(parts).toString('utf8'));
        const wrong = complaintAbout(form, urlOf());
        if (wrong) return answer(response, wrong.status, JSON.stringify(wrong.body));
        const token = `ya29.token-${given.length + 1}`;
        given.push(token);
        const expires_in = set?.lifetime ?? 3599;
        return answer(
          response,
          200,
          JSON.stringify({ access_token: token, expires_in, token_type: 'Bearer' }),
        );
      })();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  return {
    url: urlOf(),
    given,
    asked: () => asked,
    answerWith: (next) => {
      set = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

interface Complaint {
  status: number;
  body: { error: string; error_description: string };
}

const refuse = (status: number, error: string, error_description: string): Complaint => ({
  status,
  body: { error, error_description },
});

function complaintAbout(form: URLSearchParams, url: string): Complaint | null {
  const kind = form.get('grant_type');
  if (kind === 'client_credentials') {
    // It repeats its input, as some servers do: the adapter must not pass that on.
    if (form.get('client_secret') !== CLIENT.secret || form.get('client_id') !== CLIENT.id)
      return refuse(401, 'invalid_client', `Invalid client secret provided: ${form.get('client_secret')}.`);
    return form.get('scope')?.endsWith('/.default')
      ? null
      : refuse(400, 'invalid_scope', 'The scope is wrong.');
  }
  if (kind !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return refuse(400, 'unsupported_grant_type', 'Invalid grant_type.');
  return statementComplaint(form.get('assertion') ?? '', url);
}

function statementComplaint(assertion: string, url: string): Complaint | null {
  const [head = '', body = '', signature = ''] = assertion.split('.');
  const decoded = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const isSigned = createVerify('RSA-SHA256')
    .update(`${head}.${body}`)
    .verify(publicKey, signature, 'base64url');
  if (!isSigned) return refuse(400, 'invalid_grant', 'Invalid JWT Signature.');
  const { alg, kid } = decoded(head);
  const { iss, sub, aud, scope, iat, exp } = decoded(body);
  const now = Date.now() / 1000;
  const isTimely =
    Math.abs(now - Number(iat)) < 300 && Number(exp) - Number(iat) <= 3600 && Number(exp) > now;
  if (alg !== 'RS256' || kid !== ACCOUNT.private_key_id)
    return refuse(400, 'invalid_grant', 'Invalid JWT header.');
  if (iss !== ACCOUNT.client_email || sub !== iss) return refuse(400, 'invalid_grant', 'account not found');
  if (aud !== url) return refuse(400, 'invalid_grant', 'Invalid JWT: audience');
  if (!isTimely) return refuse(400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token');
  return scope === 'https://www.googleapis.com/auth/cloud-platform'
    ? null
    : refuse(400, 'invalid_scope', 'Invalid OAuth scope.');
}

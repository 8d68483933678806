import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The keys with which the doubles sign their webhooks, as their makers do. */
export const REPORT_SECRETS = {
  replicate: `whsec_${Buffer.from('thirty-two bytes of these tests!').toString('base64')}`,
  bfl: 'bfl-secret-of-these-tests',
};

const fal = generateKeyPairSync('ed25519');

/** A report as a provider posts it. */
export interface Report {
  headers: Record<string, string>;
  body: string;
}

/** Possible faults of a webhook, and the time at which it is signed. */
interface Signing {
  /** Unix seconds. */
  at?: number;
  isSigned?: boolean;
}

const NONE: Record<string, string> = {};
const now = () => Math.floor(Date.now() / 1000);

/** Provider -> its webhook about one of its jobs. */
export const REPORTS: Readonly<Record<string, (id: string, signing?: Signing) => Report>> = {
  fal(id, { at = now(), isSigned = true } = {}) {
    const body = JSON.stringify({ request_id: id, gateway_request_id: id, status: 'OK', payload: {} });
    const signed = ['q1', 'u1', String(at), createHash('sha256').update(body).digest('hex')].join('\n');
    const names = {
      'x-fal-webhook-request-id': 'q1',
      'x-fal-webhook-user-id': 'u1',
      'x-fal-webhook-timestamp': String(at),
    };
    const signature = sign(null, Buffer.from(signed), fal.privateKey).toString('hex');
    return { body, headers: isSigned ? { ...names, 'x-fal-webhook-signature': signature } : names };
  },
  replicate(id, { at = now(), isSigned = true } = {}) {
    const body = JSON.stringify({ id, status: 'succeeded', output: ['https://elsewhere.example/a.png'] });
    const key = Buffer.from(REPORT_SECRETS.replicate.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`w1.${at}.${body}`).digest('base64');
    const names = { 'webhook-id': 'w1', 'webhook-timestamp': String(at) };
    return { body, headers: isSigned ? { ...names, 'webhook-signature': `v1,${signature}` } : names };
  },
  bfl(id, { isSigned = true } = {}) {
    const body = JSON.stringify({ id, status: 'Ready', result: { sample: 'https://elsewhere.example/a' } });
    const hex = createHmac('sha256', REPORT_SECRETS.bfl).update(body).digest('hex');
    return { body, headers: isSigned ? { 'x-bfl-signature': `sha256=${hex}` } : NONE };
  },
  kling: (id) => ({ body: JSON.stringify({ task_id: id, task_status: 'succeed' }), headers: {} }),
  luma: (id) => ({ body: JSON.stringify({ id, state: 'completed' }), headers: {} }),
  minimax(id) {
    const body = { task_id: id, status: 'success', file_id: '205', base_resp: { status_code: 0 } };
    return { body: JSON.stringify(body), headers: NONE };
  },
};

/** The address at which fal's double publishes its keys. */
export async function publishKeys(): Promise<{ url: string; server: Server }> {
  const keys = [{ ...fal.publicKey.export({ format: 'jwk' }), kid: 'k1' }];
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`, server };
}

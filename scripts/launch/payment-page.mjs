import { createHmac, createPrivateKey } from 'node:crypto';

/** Variables that configure payments; with any of them there are no simulated payments. */
const PAYMENT_VARIABLES = /^(PAYMENT_URL|STRIPE_\w+|COINBASE_\w+)$/;

/**
 * True if the local payment page may replace payment services: only with the sandbox, and if neither payments
 * nor a provider is configured, so that simulated payments can never buy anything that costs real money.
 * @param {Record<string, string | undefined>} env
 * @param {boolean} sandbox true if the sandbox is started
 */
export function mayPretendPayments(env, sandbox) {
  const isReal = (name) => Boolean(env[name]) && (PAYMENT_VARIABLES.test(name) || name.endsWith('_API_KEY'));
  return sandbox && !Object.keys(env).some(isReal);
}

/** The prefix of every Ed25519 private key in PKCS #8, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Environment of web and worker when the local payment page replaces payment services, including the page's
 * signing secrets.
 * @param {{ port: number, password: string }} server stored in the data folder; all secrets are derived from
 * its password
 * @returns {Record<string, string>}
 */
export function paymentPageEnvironment({ port, password }) {
  const derive = (purpose) => createHmac('sha256', password).update(`payment page: ${purpose}`).digest();
  const seed = derive('key');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = Buffer.from(key.export({ format: 'jwk' }).x, 'base64url');
  return {
    STRIPE_WEBHOOK_SECRET: `whsec_${derive('stripe').toString('base64url')}`,
    STRIPE_SECRET_KEY: `sk_test_${derive('stripe key').toString('hex')}`,
    STRIPE_BASE_URL: `http://127.0.0.1:${port}`,
    COINBASE_BASE_URL: `http://127.0.0.1:${port}`,
    COINBASE_API_KEY_ID: 'local-payment-page',
    COINBASE_API_KEY_SECRET: Buffer.concat([seed, publicKey]).toString('base64'),
    COINBASE_WEBHOOK_SECRET: derive('coinbase').toString('base64url'),
  };
}

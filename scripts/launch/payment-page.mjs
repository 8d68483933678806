import { createHmac, createPrivateKey } from 'node:crypto';

/** Variables that say how people pay; with any of them nothing pretends to be paid. */
const PAYMENT_VARIABLES = /^(PAYMENT_URL|STRIPE_\w+|COINBASE_\w+)$/;

/**
 * Whether the local payment page may stand in for payment services: beside the sandbox alone, where no payments and no
 * provider are set up, so that nothing that costs anybody money can ever be bought by it.
 * @param {Record<string, string | undefined>} env
 * @param {boolean} sandbox whether the sandbox is started
 */
export function mayPretendPayments(env, sandbox) {
  const isReal = (name) => Boolean(env[name]) && (PAYMENT_VARIABLES.test(name) || name.endsWith('_API_KEY'));
  return sandbox && !Object.keys(env).some(isReal);
}

/** The beginning of every private key of Ed25519 in PKCS #8, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * What web and worker are told when the local payment page stands in for payment services, and what that one signs with.
 * @param {{ port: number, password: string }} server kept in the data folder; every secret is made from its password
 * @returns {Record<string, string>}
 */
export function paymentPageEnvironment({ port, password }) {
  const derive = (purpose) => createHmac('sha256', password).update(`payment page: ${purpose}`).digest();
  const seed = derive('key');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = Buffer.from(key.export({ format: 'jwk' }).x, 'base64url');
  return {
    PAYMENT_URL: `http://127.0.0.1:${port}/pay`,
    STRIPE_WEBHOOK_SECRET: `whsec_${derive('stripe').toString('base64url')}`,
    STRIPE_SECRET_KEY: `sk_test_${derive('stripe key').toString('hex')}`,
    STRIPE_BASE_URL: `http://127.0.0.1:${port}`,
    COINBASE_BASE_URL: `http://127.0.0.1:${port}`,
    COINBASE_API_KEY_ID: 'local-payment-page',
    COINBASE_API_KEY_SECRET: Buffer.concat([seed, publicKey]).toString('base64'),
    COINBASE_WEBHOOK_SECRET: derive('coinbase').toString('base64url'),
  };
}

import { describe, expect, it } from 'vitest';
import { readConfig } from './config-schema.ts';

const ENVIRONMENT = {
  DATABASE_URL: 'mysql://a:b@db/c',
  REDIS_URL: 'redis://r',
  SESSION_SECRET: 's'.repeat(32),
  JWT_SECRET: `k1:${'s'.repeat(32)}`,
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
};

describe.each(['PAYMENT_URL', 'COINBASE_BASE_URL'])('%s', (name) => {
  it.each(['http://127.0.0.1:4020/pay', 'http://localhost/pay', 'http://[::1]/pay'])(
    'may be %s only with the sandbox',
    (url) => {
      expect(() => readConfig({ ...ENVIRONMENT, [name]: url })).toThrow(`${name}: is on this machine`);
      expect(() => readConfig({ ...ENVIRONMENT, [name]: url, SANDBOX: 'true' })).not.toThrow();
    },
  );

  it('may be any other address', () => {
    expect(() => readConfig({ ...ENVIRONMENT, [name]: 'https://pay.example/x' })).not.toThrow();
  });
});

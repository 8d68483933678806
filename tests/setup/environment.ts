/** The environment of an application under test; secrets that protect nothing. */
export const TEST_ENVIRONMENT = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  SESSION_SECRET: 'test-session-secret-that-protects-nothing',
  JWT_SECRET: 'k1:test-token-secret-that-protects-nothing',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
  LEAVE_MS: '0',
  // A lost run is detected within seconds, so that tests need not wait for the lease of production.
  RUN_LEASE_MS: '2000',
  // A test that reaches the limit must not take longer than the window.
  LIMIT_CHAT_WINDOW: '3600',
} as const;

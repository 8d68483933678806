import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('stores argon2id hashes, each with its own salt', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  await expect(verifyPassword(one, 'correct horse')).resolves.toBe(true);
  await expect(verifyPassword(one, 'correct horsE')).resolves.toBe(false);
});

it('rejects every password for a user without a password', async () => {
  await expect(verifyPassword(null, 'nobody has this password')).resolves.toBe(false);
});

it('computes a hash for an unknown user, too', async () => {
  const started = process.cpuUsage();
  for (let round = 0; round < 8; round += 1) await verifyPassword(null, 'wrong password');
  const { user, system } = process.cpuUsage(started);
  // Milliseconds of processor time: a hash takes ten or more, an answer without one takes almost none.
  expect((user + system) / 1000).toBeGreaterThan(16);
});

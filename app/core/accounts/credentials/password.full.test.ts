import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('takes as long for an unknown user', async () => {
  const stored = await hashPassword('correct horse');
  await verifyPassword(null, 'warm');
  // Processor time: other load on the machine does not count.
  const time = async (hash: string | null) => {
    const started = process.cpuUsage();
    for (let round = 0; round < 8; round += 1) await verifyPassword(hash, 'wrong password');
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  const [known, unknown] = [await time(stored), await time(null)];
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

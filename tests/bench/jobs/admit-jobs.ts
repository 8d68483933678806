import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { MODEL, PROVIDER } from './stage.ts';

/** Concurrent admissions. */
const AT_ONCE = 32;

/** Orders images one by one, each found unfinished by this number of polls. */
export async function admitJobs(jobs: number, looks: number): Promise<void> {
  const { userId } = await createAccount({ creditMicro: 100_000_000n });
  let next = 0;
  const admitOn = async () => {
    for (let index = next++; index < jobs; index = next++) {
      const { cells } = await admitPrompt({
        userId,
        requestId: 'bench',
        playgroundId: null,
        clientId: null,
        text: `Picture ${index} [[sandbox: looks=${looks}]]`,
        output: 'image',
        pairs: [{ model: MODEL, provider: PROVIDER }],
        options: {},
        isBlind: false,
        files: [],
      });
      if (cells[0]?.error) throw cells[0].error;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, admitOn));
}

import type { ProviderAdapter } from '#app/core/providers/contract.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { callAdapter } from './call-adapter.ts';
import { expectedOf, type Delivery } from './cases.ts';
import type { Behaviour } from './behaviour.ts';
import { mismatches } from './outcome.ts';

/** A key that must not appear in any output of an adapter. */
export const CANARY_KEY = 'sk-canary-6f1d0c52b7';

/**
 * Runs one behaviour of the sandbox and checks the adapter's outcome.
 * @param model the sandbox's model for this adapter's wire
 * @returns the mismatches, one per line
 */
export async function tryBehaviour(
  adapter: ProviderAdapter,
  { behaviour, model, delivery }: { behaviour: Behaviour; model: string; delivery: Delivery },
): Promise<string[]> {
  const expected = expectedOf(behaviour, { adapter: adapter.id, delivery });
  if ('never' in expected) throw new Error(`${behaviour.name}: ${expected.never}`);
  const sandbox = await startSandbox({ pace: 0 });
  try {
    const question = `Tell me. [[sandbox: ${behaviour.directive}]]`;
    const outcome = await callAdapter(adapter, {
      model,
      delivery,
      question,
      messages: [{ role: 'user', content: question }, ...(behaviour.after ?? [])],
      options: behaviour.options ?? {},
      credentials: { apiKey: CANARY_KEY, baseUrl: await addressOf(sandbox, adapter, behaviour.address) },
      ...(behaviour.leave ? { leave: behaviour.leave } : {}),
    });
    const left = outcome.leftAt ?? Date.now();
    if (expected.leaveSeenWithinMs !== undefined) {
      outcome.providerSawLeaveMs = await leaveSeen(sandbox, left);
    }
    const leaks = JSON.stringify(outcome).includes(CANARY_KEY) ? ['the key stands in what was said'] : [];
    return [...mismatches(outcome, expected), ...leaks];
  } finally {
    await sandbox.close();
  }
}

async function addressOf(
  sandbox: Sandbox,
  { id }: ProviderAdapter,
  address: Behaviour['address'],
): Promise<string> {
  const { path } = SANDBOX_PROVIDERS.find(({ dialect }) => dialect === id)!;
  const at = ({ url }: Sandbox) => url.replace(/\/v1$/, path);
  if (address === 'closed-port') {
    const gone = await startSandbox();
    await gone.close();
    return at(gone);
  }
  return address === 'tls' ? at(sandbox).replace('http:', 'https:') : at(sandbox);
}

/** Milliseconds from `left` until the sandbox saw its socket closed; null if it did not within 3 s. */
async function leaveSeen(sandbox: Sandbox, left: number): Promise<number | null> {
  for (let waited = 0; waited < 3000; waited += 10) {
    const closedAt = sandbox.requests().at(-1)?.closedAt;
    if (closedAt) return Math.max(0, closedAt - left);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return null;
}

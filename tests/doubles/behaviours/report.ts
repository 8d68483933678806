// npm run providers:report: every adapter, every behaviour, streamed and whole. Ends with 1 on any mismatch.
import type { ProviderAdapter } from '#app/core/providers/contract.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { PROVIDER_LIST } from '#app/core/providers/list.ts';
import { BEHAVIOURS, expectedOf, type Delivery } from './cases.ts';
import type { Behaviour } from './behaviour.ts';
import { reportMedia } from './media-report.ts';
import { reportTokens } from './token-ratios.ts';
import { tryBehaviour } from './try-behaviour.ts';

const DELIVERIES: readonly Delivery[] = ['stream', 'whole'];

/** Why an adapter never requests an unstreamed answer. */
const ALWAYS_STREAMED: Readonly<Record<string, string>> = {
  anthropic: 'it always streams, because a long answer in one piece is cut',
  bing: 'its answers come over a socket, in updates',
  chatgpt: 'its answers come as a stream alone',
};

/** The chat adapter of each dialect; the sandbox speaks each. */
const ADAPTERS = PROVIDER_LIST.flatMap(({ dialect, chat }): ProviderAdapter[] => {
  if (chat && !SANDBOX_PROVIDERS.some((one) => one.dialect === dialect))
    throw new Error(`the sandbox has no provider that speaks ${dialect}`);
  return chat ? [chat] : [];
});

/** `ok`, why the behaviour does not exist, or the mismatches. */
async function cell(adapter: ProviderAdapter, behaviour: Behaviour, delivery: Delivery): Promise<string> {
  const streamed = ALWAYS_STREAMED[adapter.id];
  if (delivery === 'whole' && streamed) return `n/a: ${streamed}`;
  const expected = expectedOf(behaviour, { adapter: adapter.id, delivery });
  if ('never' in expected) return `n/a: ${expected.never}`;
  const wrong = await tryBehaviour(adapter, { behaviour, model: 'sandbox-ok', delivery }).catch(
    (error: unknown) => [`threw ${String(error)}`],
  );
  return wrong.length === 0 ? 'ok' : `WRONG: ${wrong.join('; ')}`;
}

const counts = { ok: 0, never: 0, wrong: 0 };
const columns = ADAPTERS.flatMap(({ id }) => DELIVERIES.map((delivery) => `${id}, ${delivery}`));
console.log(`| the provider | ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length + 1)}`);
for (const behaviour of BEHAVIOURS) {
  const cells: string[] = [];
  for (const adapter of ADAPTERS) {
    for (const delivery of DELIVERIES) {
      const text = await cell(adapter, behaviour, delivery);
      counts[text === 'ok' ? 'ok' : text.startsWith('n/a') ? 'never' : 'wrong'] += 1;
      cells.push(text);
    }
  }
  console.log(`| ${behaviour.name} | ${cells.join(' | ')} |`);
}
const media = await reportMedia();
await reportTokens();
for (const name of ['ok', 'never', 'wrong'] as const) counts[name] += media[name];
console.log(`\n${counts.ok} ok, ${counts.wrong} wrong, ${counts.never} not applicable, 0 skipped`);
process.exit(counts.wrong > 0 ? 1 : 0);

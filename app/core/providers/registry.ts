import { anthropicAdapter } from './anthropic/index.ts';
import type { ProviderAdapter } from './contract.ts';
import { openAiAdapter } from './openai/index.ts';
import { SERVED_WIRES, wireOf, type ServedWire } from './providers.ts';

/** Wire -> who speaks it. Many providers share an adapter. */
const ADAPTERS: Readonly<Record<ServedWire, ProviderAdapter>> = {
  openai: openAiAdapter,
  anthropic: anthropicAdapter,
};

/** The adapter that serves a provider of the catalogue, or null when none does. */
export function adapterFor(provider: string): ProviderAdapter | null {
  const wire = wireOf(provider);
  const served = SERVED_WIRES.find((one) => one === wire);
  return served ? ADAPTERS[served] : null;
}

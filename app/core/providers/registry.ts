import type { ProviderAdapter } from './contract.ts';
import { openAiAdapter } from './openai/index.ts';

/** Provider of the catalogue -> who speaks its wire. Several providers may share an adapter. */
const ADAPTERS: Readonly<Record<string, ProviderAdapter>> = {
  openai: openAiAdapter,
  sandbox: openAiAdapter,
};

/** The adapter that serves a provider of the catalogue, or null when none does. */
export function adapterFor(provider: string): ProviderAdapter | null {
  return Object.hasOwn(ADAPTERS, provider) ? (ADAPTERS[provider] ?? null) : null;
}

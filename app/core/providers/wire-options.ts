import { ANTHROPIC_OPTIONS } from './anthropic/options.ts';
import { OPENAI_OPTIONS } from './openai/options.ts';
import type { Wire } from '#app/contracts/providers.ts';

const PASSED: Partial<Record<Wire, ReadonlySet<string>>> = {
  openai: new Set(OPENAI_OPTIONS),
  anthropic: new Set(ANTHROPIC_OPTIONS),
};

/** Whether an option of a call goes over a wire. What does not is left out, and named. */
export function passes(wire: Wire | null, option: string): boolean {
  const passed = wire === null ? undefined : PASSED[wire];
  return passed === undefined || passed.has(option);
}

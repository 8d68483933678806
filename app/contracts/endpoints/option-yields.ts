/** Options that are left out, each with the options in whose presence that happens. */
export type OptionYields = Readonly<Record<string, readonly string[]>>;

/** Values without effect: each is the model's own default. */
const NEUTRAL: Readonly<Record<string, number | string>> = {
  temperature: 1,
  topP: 1,
  reasoningEffort: 'none',
};

/**
 * Returns the options that are left out because of other options.
 * @param values as they are set or typed; '' is not set
 */
export function yieldsAmong(yields: OptionYields, values: object): string[] {
  const hasEffect = (option: string) => {
    const value = (values as Record<string, unknown>)[option];
    const isSet = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isSet && String(value) !== String(NEUTRAL[option] ?? '');
  };
  return Object.entries(yields).flatMap(([option, others]) => (others.some(hasEffect) ? [option] : []));
}

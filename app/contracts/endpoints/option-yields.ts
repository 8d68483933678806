/** Options that are left out beside others, with those others. */
export type OptionYields = Readonly<Record<string, readonly string[]>>;

/** The value of an option that says nothing: it is the model's own. */
const NEUTRAL: Readonly<Record<string, number | string>> = {
  temperature: 1,
  topP: 1,
  reasoningEffort: 'none',
};

/** The options that give way to what the others say. @param values as they are set or typed; '' is nothing */
export function yieldsAmong(yields: OptionYields, values: object): string[] {
  const isSaid = (option: string) => {
    const value = (values as Record<string, unknown>)[option];
    const isSet = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isSet && String(value) !== String(NEUTRAL[option] ?? '');
  };
  return Object.entries(yields).flatMap(([option, others]) => (others.some(isSaid) ? [option] : []));
}

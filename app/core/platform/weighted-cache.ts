/**
 * A cache in this process that holds what was used last, up to a weight. What is heavier than a quarter of it is not
 * kept at all.
 */
export function weightedCache<Value>(most: number) {
  const entries = new Map<string, { value: Value; weight: number }>();
  let weight = 0;

  function remove(key: string): void {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  return {
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      // A map remembers the order of insertion: the one used last stands at its end.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key: string, value: Value, itsWeight: number): void {
      remove(key);
      if (itsWeight > most / 4) return;
      entries.set(key, { value, weight: itsWeight });
      weight += itsWeight;
      for (const oldest of entries.keys()) {
        if (weight <= most) return;
        remove(oldest);
      }
    },
    weight: () => weight,
  };
}

import { useSyncExternalStore } from 'react';

/** True once scripts run: for controls that do nothing without them. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

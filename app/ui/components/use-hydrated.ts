import { useSyncExternalStore } from 'react';

/** True once scripts run: for controls that need scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

import { useRouteLoaderData } from '@remix-run/react';

/** What the operator calls this installation; the product's name where the root loader did not run. */
export function useAppTitle(): string {
  return useRouteLoaderData<{ appTitle: string }>('root')?.appTitle ?? 'Parlance';
}

import { useRouteLoaderData } from '@remix-run/react';

/** The name of this installation, set by the operator; the product's name if the root loader did not run. */
export function useAppTitle(): string {
  return useRouteLoaderData<{ appTitle: string }>('root')?.appTitle ?? 'Parlance';
}

import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';
import { useShownBalance } from './balance-provider.tsx';

/** Reloads the page when the balance differs from the page's value. Micro-dollars as text. */
export function LiveBalance({ balanceMicro }: { balanceMicro: string }) {
  const { revalidate } = useRevalidator();
  const shown = useShownBalance();
  const differs = shown !== null && shown !== BigInt(balanceMicro);
  useEffect(() => {
    if (differs) revalidate();
  }, [differs, revalidate]);
  useUserEvents((event) => {
    if (event.type === 'balance' || event.type === 'resync') revalidate();
  });
  return null;
}

import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';
import { useShownBalance } from './balance-provider.tsx';

/** Reads the page again when the balance is no longer what the page has. Micro-dollars as text. */
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

import { useRevalidator } from '@remix-run/react';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';

/** Reads the page again when the balance has changed. */
export function LiveBalance() {
  const { revalidate } = useRevalidator();
  useUserEvents((event) => {
    if (event.type === 'balance' || event.type === 'resync') revalidate();
  });
  return null;
}

import { useEffect, useState } from 'react';

/** True for some time after `cause` has changed to another object. */
export function useBriefly(cause: object | undefined, milliseconds: number): boolean {
  const [over, setOver] = useState<object>();
  useEffect(() => {
    if (!cause) return;
    const timer = setTimeout(() => setOver(cause), milliseconds);
    return () => clearTimeout(timer);
  }, [cause, milliseconds]);
  return cause !== over;
}

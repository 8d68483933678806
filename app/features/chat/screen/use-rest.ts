import { useEffect, useState } from 'react';

/** How long nothing that costs money can be pressed after Send and Stop have changed places. */
export const REST_MS = 800;

/**
 * True for a moment after a reply has begun or ended. Send and Stop are one button: the second half of an impatient
 * press must neither start what was just stopped nor stop what was just sent.
 */
export function useRest(isSubmitting: boolean): boolean {
  const [known, setKnown] = useState({ isSubmitting, isResting: false });
  if (known.isSubmitting !== isSubmitting) setKnown({ isSubmitting, isResting: true });
  const { isResting } = known;
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setKnown({ isSubmitting, isResting: false }), REST_MS);
    return () => clearTimeout(timer);
  }, [isSubmitting, isResting]);
  return isResting;
}

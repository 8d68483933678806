import { useEffect, useState } from 'react';

const STEPS = ['·', '··', '···'];
const STEP_MS = 500;

/** Animated dots while a reply is being written: one, two, three. */
export function Dots({ label }: { label: string }) {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setStep((before) => (before + 1) % STEPS.length), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span>
      <span aria-hidden className="font-semibold">
        {STEPS[step]}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

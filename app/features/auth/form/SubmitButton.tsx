import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/components/button/Button.tsx';

interface SubmitButtonProps {
  children: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** The one primary button of a form; busy while its answer is on the way. */
export function SubmitButton({ children, disabled = false, className }: SubmitButtonProps) {
  const sending = useNavigation().state !== 'idle';
  return (
    <Button variant="primary" size="large" busy={sending} disabled={disabled} className={className}>
      {children}
    </Button>
  );
}

import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/components/button/Button.tsx';

interface SubmitButtonProps {
  children: ReactNode;
  disabled?: boolean;
  className?: string;
  /** Not the first thing to do on its page. */
  isQuiet?: boolean;
}

/** The one primary button of a form; busy while its answer is on the way. */
export function SubmitButton({ children, disabled = false, className, isQuiet = false }: SubmitButtonProps) {
  const sending = useNavigation().state !== 'idle';
  return (
    <Button
      variant={isQuiet ? 'quiet' : 'primary'}
      size="large"
      busy={sending}
      disabled={disabled}
      className={className}
    >
      {children}
    </Button>
  );
}

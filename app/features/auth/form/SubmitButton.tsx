import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/components/button/Button.tsx';

interface SubmitButtonProps {
  children: ReactNode;
  disabled?: boolean;
  className?: string;
  /** True for a secondary action of the page. */
  isQuiet?: boolean;
}

/** Primary button of a form; busy while the form is being sent. */
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

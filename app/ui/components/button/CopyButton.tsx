import { Check, Copy } from '#app/ui/icons/lucide.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#app/ui/toasts/show-toast.ts';
import { IconButton } from './IconButton.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';

interface CopyButtonProps {
  /** What is copied; asked for at the press. */
  text: string | (() => string | Promise<string>);
  /** How long the check mark stays: 1.5 s for code samples and ids, 3 s for messages and code blocks. */
  feedbackMs: 1500 | 3000;
  label?: string;
  /** Why it did not work and what to do about it, where more is known than that. */
  explain?: (error: unknown) => string;
  className?: string;
}

/** Copies text and says so in the button itself. It keeps its room while scripts load, and is unseen till then. */
export function CopyButton({ text, feedbackMs, label, explain, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), feedbackMs);
    return () => clearTimeout(timer);
  }, [copied, feedbackMs]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setCopied(true);
    } catch (error) {
      showToast({ severity: 'error', text: explain?.(error) ?? t('copyFailed') });
    }
  };
  return (
    <span className={hydrated ? undefined : 'invisible noscript:hidden'}>
      <IconButton
        icon={copied ? Check : Copy}
        size={16}
        label={copied ? t('copied') : (label ?? t('copy'))}
        onClick={() => void copy()}
        className={className}
      />
      <span aria-live="polite" className="sr-only">
        {copied && t('copied')}
      </span>
    </span>
  );
}

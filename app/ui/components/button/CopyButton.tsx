import { Check, Copy } from '#app/ui/icons/lucide.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';
import { IconButton } from './IconButton.tsx';

interface CopyButtonProps {
  /** The text to copy; a function is called on press. */
  text: string | (() => string | Promise<string>);
  /**
   * Time until the check mark disappears: 1.5 s for code samples and ids, 3 s for messages and code blocks.
   */
  feedbackMs: 1500 | 3000;
  label?: string;
  /** Returns a specific message for a failed copy, in place of the general one. */
  explain?: (error: unknown) => string;
  className?: string;
}

/**
 * Copies a text and confirms it in the button itself. While scripts load it keeps its space, but is
 * invisible.
 */
export function CopyButton({ text, feedbackMs, label, explain, className }: CopyButtonProps) {
  const { t } = useTranslation();
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
    <span className="needs-scripts">
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

import { useEffect, type RefObject } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';

const FEEDBACK_MS = 3000;

/** Makes the copy buttons of code blocks work: the blocks are HTML that no component owns. */
export function useCodeCopy(list: RefObject<HTMLElement>): void {
  const { t } = useTranslation('common');
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onClick = (event: MouseEvent) => {
      const button = (event.target as Element).closest('[data-copy-code]');
      if (button) void copy(button);
    };
    const copy = async (button: Element) => {
      const code = button.closest('figure')?.querySelector('code')?.textContent ?? '';
      try {
        await navigator.clipboard.writeText(code);
      } catch {
        return showToast({ severity: 'error', text: t('copyFailed') });
      }
      button.textContent = t('copied');
      setTimeout(() => (button.textContent = t('copy')), FEEDBACK_MS);
    };
    element.addEventListener('click', onClick);
    return () => element.removeEventListener('click', onClick);
  }, [list, t]);
}

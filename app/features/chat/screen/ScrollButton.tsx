import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';

/** Floats over the text box while the reader is away from the end. */
export function ScrollButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="button"
      aria-label={t('message.toBottom')}
      title={t('message.toBottom')}
      onClick={onPress}
      className="absolute inset-x-0 bottom-full mx-auto mb-2 grid size-9 animate-appear place-items-center rounded-full border border-line-strong bg-surface-raised text-text-muted shadow-float hover:text-text rtl:translate-x-1/2"
    >
      <Icon of={ArrowDown} />
    </button>
  );
}

import { ArrowDown } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';

/** Floats over the text box while the reader is away from the end; comes and goes within 400 ms. */
export function ScrollButton({ isShown, onPress }: { isShown: boolean; onPress: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="button"
      disabled={!isShown}
      aria-label={t('message.toBottom')}
      title={t('message.toBottom')}
      onClick={onPress}
      className="absolute inset-x-0 bottom-full mx-auto mb-2 grid control-square w-0 place-items-center transition-[opacity,visibility] duration-400 disabled:invisible disabled:opacity-0 rounded-full border border-line-strong bg-surface-raised text-text-muted shadow-float hover:text-text"
    >
      <Icon of={ArrowDown} />
    </button>
  );
}

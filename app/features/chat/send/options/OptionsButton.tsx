import { SlidersHorizontal } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { OPEN_BUTTON } from '#app/ui/options/option-inputs.ts';
import type { SetOption } from './options-view.ts';

/** Id of the panel that the button opens. */
export const OPTIONS_PANEL = 'chat-options';

interface OptionsButtonProps {
  /** Number of set options. */
  count: number;
  isOpen: boolean;
  disabled: boolean;
}

/**
 * Opens the options of the next messages. It submits the composer: without scripts the next page shows them.
 */
export function OptionsButton({ count, isOpen, disabled }: OptionsButtonProps) {
  const { t } = useTranslation('options');
  const label = count > 0 ? t('buttonSet', { count }) : t('button');
  return (
    <button
      type="submit"
      name={OPEN_BUTTON}
      value="1"
      formNoValidate
      disabled={disabled}
      title={label}
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={isOpen ? OPTIONS_PANEL : undefined}
      className={joinClasses(
        'relative grid control-square shrink-0 place-items-center rounded-full transition-colors hover:bg-surface-sunken hover:text-text disabled:opacity-50',
        isOpen ? 'bg-surface-sunken text-text' : 'text-text-muted',
      )}
    >
      <Icon of={SlidersHorizontal} size={20} />
      {/* The name of the button contains the number. */}
      {count > 0 && (
        <span
          aria-hidden
          className="absolute end-0 top-0 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-xs leading-tight font-semibold text-accent-text tabular-nums"
        >
          {count}
        </span>
      )}
    </button>
  );
}

/** The options that are set, with their values as far as these are short. */
export function OptionChips({ set }: { set: readonly SetOption[] }) {
  const { t } = useTranslation('options');
  return (
    <ul aria-label={t('set')} className="flex flex-wrap gap-1.5 px-3 pb-2 text-xs">
      {set.map(({ option, value }) => (
        <li key={option} className="rounded-full bg-accent-soft px-2.5 py-0.5 text-accent">
          {t(`label.${option}`)} {value !== '' && <bdi className="tabular-nums">{value}</bdi>}
        </li>
      ))}
    </ul>
  );
}

import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatMicro } from '#app/contracts/money.ts';
import type { PairQuote } from '#app/contracts/playground/playground.ts';
import type { PairOption, PlaygroundData } from '#app/features/playground/playground-data.ts';
import { ADD_MODELS } from '#app/features/playground/page/AddModels.tsx';
import { selectionHref } from '#app/features/playground/page/selection-links.ts';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { openDialog } from '#app/ui/components/open-dialog.ts';
import { Plus, X } from '#app/ui/icons/lucide.ts';

interface SelectedModelsProps {
  data: PlaygroundData;
  /** Max cost of the prompt at each of them; null while it is unknown. */
  quotes: readonly PairQuote[] | null;
}

/**
 * The models that answer the next prompt, as chips with their price, and a link to add more. At least one
 * stays.
 */
export function SelectedModels({ data, quotes }: SelectedModelsProps) {
  const { t } = useTranslation('playground');
  const { selected } = data;
  const priceOf = ({ pair, price }: PairOption) => {
    const most = quotes?.find((quote) => quote.pair === pair)?.mostMicro ?? null;
    return most === null ? price : t('upTo', { cost: formatMicro(BigInt(most)) });
  };
  return (
    // On a phone one row, so that the answers have space; a row that is cut off shows that there are more.
    <section aria-label={t('selected')} className="mb-2 flex items-end gap-1.5">
      <ul className="scroll-x flex max-h-37 min-w-0 items-center gap-1.5 sm:flex-wrap">
        {selected.map((one) => (
          <li
            key={one.pair}
            className="flex max-w-full items-center max-sm:shrink-0 rounded-full border border-line bg-surface-raised ps-3 text-sm last-of-type:me-1"
          >
            <span className="min-w-0 truncate font-medium">{one.modelName}</span>
            <span className="min-w-0 shrink-[99] truncate ps-1.5 text-text-faint">{one.providerName}</span>
            <span className="shrink-0 ps-2 text-xs text-text-muted tabular-nums">{priceOf(one)}</span>
            {selected.length > 1 ? (
              <Link
                to={selectionHref(data, { selected: selected.filter(({ pair }) => pair !== one.pair) })}
                preventScrollReset
                aria-label={t('remove', { model: one.modelName, provider: one.providerName })}
                className="grid control-square place-items-center rounded-full text-text-muted hover:text-text"
              >
                <Icon of={X} size={16} />
              </Link>
            ) : (
              <span className="control w-3" />
            )}
          </li>
        ))}
      </ul>
      <a
        href={selectionHref(data, { add: true })}
        onClick={(event) => {
          event.preventDefault();
          openDialog(ADD_MODELS);
        }}
        className={joinClasses(buttonClasses({ variant: 'plain', size: 'small' }), 'shrink-0')}
      >
        <Icon of={Plus} size={16} />
        <span className="max-sm:sr-only">{t('add')}</span>
      </a>
    </section>
  );
}

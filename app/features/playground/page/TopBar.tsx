import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { CATEGORIES } from '#app/contracts/playground/playground.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { SquarePen } from '#app/ui/icons/lucide.ts';
import { useCurrentInView } from '#app/ui/layout/use-current-in-view.ts';
import type { PlaygroundData } from '../playground-data.ts';
import { DeleteRun } from './PlaygroundSideBar.tsx';
import { pathOf, selectionHref, TAB_CLASSES } from './selection-links.ts';

/** Default subcategory of each output in the toggle. */
const OUTPUT_LINKS = [
  ['text', 'text-to-text'],
  ['image', 'text-to-image'],
  ['video', 'text-to-video'],
] as const;

/** Choice of the output on a wide screen; on a small one all choices of the side bar, in one row. */
export function TopBar({ data }: { data: PlaygroundData }) {
  const { t } = useTranslation('playground');
  const { subcategory, playgroundId } = data;
  const row = useCurrentInView<HTMLElement>();
  return (
    <>
      <nav ref={row} aria-label={t('categories')} className="scroll-x mb-2 lg:hidden">
        <ul className="flex w-max gap-1 text-sm">
          {CATEGORIES.flatMap(({ modalities }) =>
            modalities.length === 0 ? (['audio'] as const) : modalities,
          ).map((one) => (
            <li key={one}>
              <Link
                to={selectionHref(data, { subcategory: one })}
                aria-current={one === subcategory ? 'page' : undefined}
                className={TAB_CLASSES}
              >
                {t(`sub.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <nav aria-label={t('output')} className="flex rounded-control border border-line p-0.5 max-lg:hidden">
          {OUTPUT_LINKS.map(([name, to]) => (
            <Link
              key={name}
              to={selectionHref(data, { subcategory: to })}
              aria-current={subcategory.endsWith(`-to-${name}`) ? 'page' : undefined}
              className={TAB_CLASSES}
            >
              {t(`mode.${name}`)}
            </Link>
          ))}
        </nav>
        {playgroundId !== null && (
          <span className="ms-auto flex gap-1">
            <LinkButton
              to={selectionHref(data, { playgroundId: null })}
              size="small"
              variant="plain"
              className="lg:hidden"
            >
              <Icon of={SquarePen} size={16} />
              {t('new')}
            </LinkButton>
            <DeleteRun action={pathOf(playgroundId)}>
              <ConfirmButton size="small" variant="plain" confirm={t('deleteNow')}>
                {t('delete')}
              </ConfirmButton>
            </DeleteRun>
          </span>
        )}
      </div>
    </>
  );
}

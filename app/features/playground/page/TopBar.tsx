import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { CATEGORIES, type Subcategory } from '#app/contracts/playground/playground.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { SquarePen } from '#app/ui/icons/lucide.ts';
import type { PlaygroundData } from '../playground-data.ts';
import { DeleteRun } from './PlaygroundSideBar.tsx';
import { pathOf, selectionHref, TAB_CLASSES } from './selection-links.ts';

/** Default subcategory of each output in the toggle. */
const OUTPUT_LINKS = [
  ['text', 'text-to-text'],
  ['image', 'text-to-image'],
  ['video', 'text-to-video'],
] as const;

/** Choice of the output: everywhere the current one, and on small screens all choices of the side bar. */
export function TopBar({ data }: { data: PlaygroundData }) {
  const { t } = useTranslation('playground');
  const { subcategory, playgroundId } = data;
  const current = CATEGORIES.find(({ modalities }) => isOf(modalities, subcategory));
  return (
    <>
      <div className="mb-2 flex flex-col gap-1 lg:hidden">
        <nav aria-label={t('categories')} className="flex flex-wrap gap-1">
          {CATEGORIES.map(({ name, modalities }) => (
            <Link
              key={name}
              to={selectionHref(data, { subcategory: modalities[0] ?? 'audio' })}
              aria-current={isOf(modalities, subcategory) ? 'page' : undefined}
              className={TAB_CLASSES}
            >
              {t(`category.${name}`)}
            </Link>
          ))}
        </nav>
        {current && current.modalities.length > 0 && (
          <nav aria-label={t('subcategories')} className="flex flex-wrap gap-1 text-sm">
            {current.modalities.map((one) => (
              <Link
                key={one}
                to={selectionHref(data, { subcategory: one })}
                aria-current={one === subcategory ? 'page' : undefined}
                className={TAB_CLASSES}
              >
                {t(`sub.${one}`)}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <nav aria-label={t('output')} className="flex rounded-control border border-line p-0.5">
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

/** Audio has no subcategories. */
function isOf(modalities: readonly Subcategory[], subcategory: PlaygroundData['subcategory']): boolean {
  return modalities.length === 0 ? subcategory === 'audio' : modalities.some((one) => one === subcategory);
}

import { Form, Link } from '@remix-run/react';
import { Plus, SquarePen, X } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { CATEGORIES } from '#app/contracts/playground/playground.ts';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { openDialog } from '#app/ui/components/open-dialog.ts';
import type { PlaygroundData } from '../playground-data.ts';
import { ADD_MODELS } from './AddModels.tsx';
import { selectionHref } from './selection-links.ts';

const LINK =
  'control flex items-center rounded-control px-3 text-text-muted hover:bg-surface hover:text-text aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-text';
const TITLE = 'px-3 pt-3 pb-1 text-xs font-medium text-text-muted';

/** Side bar of the playground: the kinds of output, the selected models, and earlier conversations. */
export function PlaygroundSideBar({ data }: { data: PlaygroundData }) {
  const { t } = useTranslation('playground');
  const { runs, playgroundId, subcategory } = data;
  return (
    <nav aria-label={t('title')} className="min-h-0 grow overflow-y-auto px-2 pb-2">
      <LinkButton to={selectionHref(data, { playgroundId: null })} size="small" className="mt-2 w-full">
        <Icon of={SquarePen} size={16} />
        {t('new')}
      </LinkButton>
      {CATEGORIES.map(({ name, modalities }) => (
        <section key={name}>
          <p className={TITLE}>{t(`category.${name}`)}</p>
          <ul>
            {(modalities.length === 0 ? (['audio'] as const) : modalities).map((one) => (
              <li key={one}>
                <Link
                  to={selectionHref(data, { subcategory: one })}
                  aria-current={one === subcategory ? 'page' : undefined}
                  className={LINK}
                >
                  {t(`sub.${one}`)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <SelectedModels data={data} />
      {runs.length > 0 && (
        <section>
          <p className={TITLE}>{t('runs')}</p>
          <ul>
            {runs.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={`/playground/${id}`}
                  aria-current={id === playgroundId ? 'page' : undefined}
                  className={LINK}
                >
                  <span dir="auto" className="truncate">
                    {title}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </nav>
  );
}

/** The models that answer the next prompt. At least one stays. */
export function SelectedModels({ data }: { data: PlaygroundData }) {
  const { t } = useTranslation('playground');
  const { selected } = data;
  if (!data.isMade) return null;
  return (
    <section aria-label={t('selected')}>
      <p className={TITLE}>{t('selected')}</p>
      <ul>
        {selected.map((one) => (
          <li key={one.pair} className="flex items-center gap-1 ps-3 text-sm">
            <span className="min-w-0 grow truncate">
              {one.modelName} <span className="text-text-faint">{one.providerName}</span>
            </span>
            {selected.length > 1 && (
              <Link
                to={selectionHref(data, { selected: selected.filter(({ pair }) => pair !== one.pair) })}
                aria-label={t('remove', { model: one.modelName, provider: one.providerName })}
                className="grid control-square place-items-center rounded-control text-text-muted hover:bg-surface hover:text-text"
              >
                <Icon of={X} size={16} />
              </Link>
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
        className={buttonClasses({ variant: 'quiet', size: 'small' }, 'mt-1 w-full')}
      >
        <Icon of={Plus} size={16} />
        {t('add')}
      </a>
    </section>
  );
}

/** Form that deletes the visible conversation. */
export function DeleteRun({ action, children }: { action: string; children: React.ReactNode }) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value="delete" />
      {children}
    </Form>
  );
}

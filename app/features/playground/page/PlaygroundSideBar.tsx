import { Form, Link } from '@remix-run/react';
import { SquarePen } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { CATEGORIES } from '#app/contracts/playground/playground.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import type { PlaygroundData } from '../playground-data.ts';
import { selectionHref } from './selection-links.ts';

const LINK =
  'control flex items-center rounded-control px-3 text-text-muted hover:bg-surface hover:text-text aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-text';
const TITLE = 'px-3 pt-3 pb-1 text-xs font-medium text-text-muted';

/** Side bar of the playground: the kinds of output, and earlier conversations. */
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

/** Form that deletes the visible conversation. */
export function DeleteRun({ action, children }: { action: string; children: React.ReactNode }) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value="delete" />
      {children}
    </Form>
  );
}

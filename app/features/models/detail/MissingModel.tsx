import { Boxes } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { MODELS_PATH } from '../list/list-query.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import type { MissingData } from './detail-data.ts';

/** Shown for an unknown model: similar names. */
export function MissingModel({ missing: { id, near } }: { missing: MissingData }) {
  const { t } = useTranslation('models');
  return (
    <div className="flex grow flex-col justify-center">
      <h1 className="sr-only">{t('missing.title')}</h1>
      <EmptyState
        icon={Boxes}
        title={t('missing.title')}
        text={<code className="font-mono break-all">{id}</code>}
        action={
          <div className="flex flex-col items-center gap-4">
            {near.length > 0 && (
              <>
                <p className="text-text-muted">{t('missing.near')}</p>
                <ul className="flex flex-col items-center gap-2">
                  {near.map((one) => (
                    <li key={one}>
                      <TextLink to={modelHref(one)} dir="ltr" className="font-mono break-all">
                        {one}
                      </TextLink>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <LinkButton to={MODELS_PATH} variant="primary">
              {t('back')}
            </LinkButton>
          </div>
        }
      />
    </div>
  );
}

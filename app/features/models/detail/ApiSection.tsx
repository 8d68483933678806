import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { samplesFor, tabsOf } from '#app/contracts/code-samples.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { CodeTabs } from '#app/ui/components/code/CodeTabs.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import type { ModelData } from './detail-data.ts';
import { viewHref } from './detail-query.ts';

interface ApiSectionProps {
  page: ModelData;
  /** The value of the reader's key, if the reader has just requested it. */
  keyValue: string | null;
}

/** Modalities that need a file: a sample for them would not run unchanged. */
const FILE_MODALITIES = ['image-to-image', 'image-to-video', 'video-to-video'] as const;

/** Code samples for the model, with the reader's own key on request. */
export function ApiSection({ page, keyValue }: ApiSectionProps) {
  const { t } = useTranslation('models');
  const { model, origin, account, view } = page;
  const makesText = model.supports.some((modality) => modality.endsWith('-to-text'));
  const makesImages = model.supports.includes('text-to-image');
  const makesVideos = model.supports.includes('text-to-video');
  const worksOn = FILE_MODALITIES.find((way) => model.supports.includes(way));
  const samples = samplesFor({
    origin,
    model: model.id,
    makes: makesText ? 'words' : makesVideos ? 'videos' : 'pictures',
    ...(keyValue !== null && { key: keyValue }),
  });
  return (
    <section aria-labelledby="api" className="flex flex-col gap-4">
      <h2 id="api" className="text-lg font-semibold">
        {t('section.api')}
      </h2>
      {!makesText && !makesImages && !makesVideos ? (
        <p className="max-w-reading text-text-muted">
          {model.supports.includes('text-to-embedding')
            ? t('api.vectors')
            : worksOn
              ? t(`api.works.${worksOn}`)
              : t('api.none')}
        </p>
      ) : (
        <>
          <CodeTabs tabs={tabsOf(samples)} labels={{ language: t('api.language'), copy: t('api.copy') }} />
          <div className="flex flex-wrap items-center gap-3 text-text-muted">
            {keyValue !== null ? (
              <>
                <p>{t('api.shown', { name: account?.keyName ?? '' })}</p>
                {/* A fresh load of the page drops the answer with the value. */}
                <LinkButton to={viewHref(model.id, view)} size="small" preventScrollReset>
                  {t('api.hide')}
                </LinkButton>
              </>
            ) : account?.keyName ? (
              <>
                <p>{t('api.offer', { name: account.keyName })}</p>
                <Form method="post" action={viewHref(model.id, view)} preventScrollReset>
                  <Button name="act" value="reveal-key" size="small">
                    {t('api.insert')}
                  </Button>
                </Form>
              </>
            ) : (
              <p>
                {t('api.noKey')} <TextLink to="/keys">{t('api.makeKey')}</TextLink>
              </p>
            )}
          </div>
        </>
      )}
    </section>
  );
}

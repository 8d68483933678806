import { useNavigation } from '@remix-run/react';
import { KeyRound } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ApiKeyView } from '#app/contracts/api-keys.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { NewSecret } from '#app/ui/components/NewSecret.tsx';
import { Spinner } from '#app/ui/components/Spinner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { FirstCall } from './FirstCall.tsx';
import { DefaultModelForm } from './DefaultModelForm.tsx';
import { KeyRow } from './KeyRow.tsx';
import { NewKeyForm } from './NewKeyForm.tsx';
import { PrivacyForm, type PrivacySwitches } from './PrivacyForm.tsx';
import { KEYS_PATH, type KeysAnswer } from './keys-page.ts';

interface KeysPageProps {
  keys: ApiKeyView[];
  /** Id of the model that answers calls without a model. */
  defaultModel: string | null;
  /** Ids of models that can be the default. */
  models: string[];
  privacy: PrivacySwitches;
  /** Days for which bodies and answers are stored; 0: until the account is deleted. */
  contentDays: number;
  createRef: string;
  /** The public origin of the hub. */
  origin: string;
  /** Id of the model that samples name. */
  sampleModel: string;
  answer: KeysAnswer | undefined;
}

/** Page of the hub's API keys: create, view, copy and revoke them. */
export function KeysPage({
  keys,
  defaultModel,
  models,
  privacy,
  contentDays,
  createRef,
  origin,
  sampleModel,
  answer,
}: KeysPageProps) {
  const { t } = useTranslation('keys');
  const { state } = useNavigation();
  const shown = answer?.shown;
  // A new key is shown above the list, once.
  const revealed = shown?.how === 'revealed' ? shown : undefined;
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <h1 className="flex items-center gap-3 text-xl font-semibold">
          {t('title')}
          {state !== 'idle' && <Spinner name={t('loading')} />}
        </h1>
        <p className="text-text-muted">{t('lead')}</p>
        <TextLink to={`${KEYS_PATH}/webhooks`}>{t('webhooks')}</TextLink>
      </div>
      {answer?.error && <Banner tone="bad">{answer.error}</Banner>}
      {shown && !revealed && (
        <NewSecret
          title={shown.how === 'rotated' ? t('shown.rotated') : t('shown.created')}
          value={shown.value}
          copyLabel={t('shown.copy')}
        >
          <TextLink to={`${KEYS_PATH}/${shown.keyId}`}>{t('shown.limits')}</TextLink>
        </NewSecret>
      )}
      {shown && !revealed && <FirstCall {...shown} origin={origin} model={sampleModel} />}
      <NewKeyForm
        key={shown?.how === 'created' ? shown.keyId : ''}
        createRef={createRef}
        refused={answer?.newKey}
      />
      {keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line rounded-card border border-line">
          {keys.map((key) => (
            <KeyRow
              key={key._id}
              apiKey={key}
              revealed={revealed?.keyId === key._id ? revealed.value : null}
            />
          ))}
        </ul>
      )}
      <DefaultModelForm
        key={defaultModel}
        current={defaultModel}
        models={models}
        refused={answer?.defaultModel}
      />
      <PrivacyForm current={privacy} days={contentDays} />
    </PageColumn>
  );
}

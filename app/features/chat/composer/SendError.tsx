import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/Button.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import type { ActionError } from '../actions/action-answer.ts';
import { useErrorWords } from '../forms/use-error-words.ts';

/** Why a message was not sent, and the one click that sends it again; `form` is null for an act of another form. */
export function SendError({ error, form }: { error: ActionError; form: string | null }) {
  const { t } = useTranslation('chat');
  const words = useErrorWords();
  const { needed, available } = error.params;
  return (
    <Banner
      tone="bad"
      title={form && t('composer.notSent')}
      className="mb-2"
      action={
        form && (
          <Button form={form} name="intent" value="send" size="small">
            {t('composer.again')}
          </Button>
        )
      }
    >
      <p>{words(error)}</p>
      {error.code === 'token_balance' && needed !== undefined && available !== undefined && (
        <p className="tabular-nums">
          {t('composer.needed', {
            needed: formatExactly(BigInt(needed)),
            available: formatExactly(BigInt(available)),
          })}{' '}
          <TextLink to="/balance">{t('composer.buy')}</TextLink>
        </p>
      )}
    </Banner>
  );
}

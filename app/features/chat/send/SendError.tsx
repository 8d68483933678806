import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly } from '#app/contracts/money.ts';
import type { ActionError } from '#app/features/chat/conversation/action-answer.ts';
import { useErrorWords } from '#app/features/chat/conversation/use-answer.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ErrorSentence } from '#app/ui/errors/ErrorSentence.tsx';
import { ModelButton } from './ModelButton.tsx';

/**
 * Shows why a message was not sent, and a button that sends it again; `form` is null for an action of another
 * form.
 */
export function SendError({ error, form }: { error: ActionError; form: string | null }) {
  const { t } = useTranslation('chat');
  const { sentence, to, detail } = useErrorWords()(error);
  return (
    <Banner
      tone="bad"
      title={form && t('composer.notSent')}
      className="mb-2"
      action={form && <NextStep error={error} form={form} />}
    >
      <ErrorSentence sentence={sentence} to={to} />
      {detail && (
        <p dir="auto" className="font-mono text-sm break-words text-text-muted">
          {detail}
        </p>
      )}
      <MissingMoney error={error} />
    </Banner>
  );
}

/**
 * Offers another model when this one does not accept the attachments, else a retry. For a model that has
 * vanished, the notice beside the model chip offers another one.
 */
function NextStep({ error: { code, params }, form }: { error: ActionError; form: string }) {
  const { t } = useTranslation('chat');
  if (code === 'model_not_found') return null;
  if (code === 'model_cannot_see')
    return params.otherId === undefined ? null : (
      <ModelButton form={form} id={String(params.otherId)} name={String(params.other)} />
    );
  return (
    <Button form={form} name="intent" value="send" size="small">
      {t('composer.again')}
    </Button>
  );
}

/** Shows the amount that a message needs and the amount that is available, of the balance or of a cap. */
function MissingMoney({ error: { code, params } }: { error: ActionError }) {
  const { t } = useTranslation('chat');
  if (code !== 'token_balance' && code !== 'spending_cap') return null;
  if (params.needed === undefined || params.available === undefined) return null;
  const amounts = {
    needed: formatExactly(BigInt(params.needed)),
    available: formatExactly(BigInt(params.available)),
  };
  if (code === 'token_balance') return <p className="tabular-nums">{t('composer.needed', amounts)}</p>;
  const { window, cap, resetsAt } = params;
  return (
    <p className="tabular-nums">
      {t(window === 'monthly' ? 'composer.capped.monthly' : 'composer.capped.daily', {
        ...amounts,
        cap: formatExactly(BigInt(cap ?? 0)),
      })}
      {resetsAt !== undefined && (
        <>
          {' · '}
          {t('composer.capped.resets')} <DateTime at={resetsAt} />
        </>
      )}
    </p>
  );
}

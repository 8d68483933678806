import { useTranslation } from 'react-i18next';
import { isErrorCode } from '#app/contracts/errors.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { useErrorWords } from '../forms/use-error-words.ts';

const MOST_DETAIL = 512;
/** Errors whose wording says nothing of the cause: the message that we met is shown with them. */
const OBSCURE = new Set(['internal', 'provider_rejected', 'provider_malformed', 'provider_unavailable']);

/** Why a reply failed, in the spec's words, with the provider's own where they say more. */
export function ReplyError({ code, detail }: { code: string; detail: string | null }) {
  const { t } = useTranslation('chat');
  const words = useErrorWords();
  const known = isErrorCode(code);
  return (
    <Banner tone="bad" className="my-2">
      <p>{known ? words({ code, params: {} }) : t('message.error')}</p>
      {code === 'token_balance' && (
        <p>
          <TextLink to="/balance">{t('composer.buy')}</TextLink>
        </p>
      )}
      {detail && (!known || OBSCURE.has(code)) && (
        <p dir="auto" className="mt-1 font-mono text-sm break-words text-text-muted">
          {detail.slice(0, MOST_DETAIL)}
        </p>
      )}
    </Banner>
  );
}

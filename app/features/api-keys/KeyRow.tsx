import { Form } from '@remix-run/react';
import type { ClipboardEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { CAP_NAMES, type ApiKeyView } from '#app/contracts/api-keys.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { Eye, EyeOff } from '#app/ui/icons/lucide.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';
import { RevokeKey } from './RevokeKey.tsx';
import { KEYS_PATH } from './keys-page.ts';

interface KeyRowProps {
  apiKey: ApiKeyView;
  /** The whole value while it is revealed. */
  revealed: string | null;
}

/** A key in the list: name, state, value with buttons to reveal and copy it, spend, and actions. */
export function KeyRow({ apiKey, revealed }: KeyRowProps) {
  const { t } = useTranslation('keys');
  const { _id: keyId, name, state } = apiKey;
  // Copying a masked key is refused: it would fail later, without a visible reason.
  const refuseMasked = (event: ClipboardEvent) => {
    event.preventDefault();
    showToast({ severity: 'warning', text: t('masked') });
  };
  const explain = (error: unknown) => {
    const status = error instanceof KeyValueRefused ? error.status : null;
    if (status === 429) return t('error.tooMany');
    return status === 404 ? t('error.gone') : t('copyRefused');
  };
  return (
    <li className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="min-w-0 break-words">{name}</bdi>
          {state === 'disabled' && <Badge>{t('state.disabled')}</Badge>}
          {state === 'expired' && <Badge tone="bad">{t('state.expired')}</Badge>}
          {apiKey.overlapUntil && <Badge tone="warn">{t('state.ending')}</Badge>}
        </p>
        <div className="flex flex-wrap items-center gap-1">
          <code
            dir="ltr"
            className="font-mono break-all select-all"
            onCopy={revealed === null ? refuseMasked : undefined}
          >
            {revealed ?? apiKey.value}
          </code>
          {revealed === null ? (
            <Form method="post" action={KEYS_PATH} preventScrollReset>
              <input type="hidden" name="keyId" value={keyId} />
              <IconButton
                type="submit"
                name="act"
                value="reveal"
                icon={Eye}
                size={16}
                label={t('reveal', { name })}
              />
            </Form>
          ) : (
            // Loading the page again drops the response that has the value.
            <Form method="get" action={KEYS_PATH} preventScrollReset>
              <IconButton type="submit" icon={EyeOff} size={16} label={t('hide', { name })} />
            </Form>
          )}
          <CopyButton
            text={revealed ?? (() => fetchKeyValue(keyId))}
            feedbackMs={1500}
            label={t('copy', { name })}
            explain={explain}
          />
        </div>
        <KeyFacts apiKey={apiKey} />
      </div>
      <div className="flex shrink-0 gap-2">
        <LinkButton to={`${KEYS_PATH}/${keyId}`} size="small" aria-label={t('edit.named', { name })}>
          {t('edit.button')}
        </LinkButton>
        <RevokeKey keyId={keyId} name={name} />
      </div>
    </li>
  );
}

/**
 * The server did not return the value of a key: too many requests (429), or the key no longer exists (404).
 */
class KeyValueRefused extends Error {
  constructor(readonly status: number) {
    super(`The value was refused: ${status}`);
  }
}

/**
 * Fetches the whole value of a key, to copy it without showing it.
 * @throws KeyValueRefused
 */
async function fetchKeyValue(keyId: string): Promise<string> {
  const answer = await fetchWithRefresh(`/api/api-keys/${keyId}/reveal`, { method: 'POST' });
  if (!answer.ok) throw new KeyValueRefused(answer.status);
  return ((await answer.json()) as { value: string }).value;
}

/** Use, spend, limits and end of a key, in small text. */
function KeyFacts({
  apiKey: { caps, spent, models, lastUsedAt, expiresAt, overlapUntil },
}: {
  apiKey: ApiKeyView;
}) {
  const { t } = useTranslation('keys');
  const capped = CAP_NAMES.filter((cap) => caps[cap] !== null);
  const amount = (micro: number | null) => formatMicro(BigInt(micro ?? 0));
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-text-muted">
      <li>
        {lastUsedAt === null ? (
          t('neverUsed')
        ) : (
          <>
            {t('lastUsed')} <DateTime at={lastUsedAt} show="relative" />
          </>
        )}
      </li>
      {capped.length === 0 && <li>{t('spent', { amount: amount(spent.monthly) })}</li>}
      {capped.map((cap) => (
        <li key={cap}>{t(`capped.${cap}`, { spent: amount(spent[cap]), cap: amount(caps[cap]) })}</li>
      ))}
      {models && <li>{t('modelCount', { count: models.length })}</li>}
      {overlapUntil && (
        <li>
          {t('endsAt')} <DateTime at={overlapUntil} />
        </li>
      )}
      {expiresAt && (
        <li>
          {t('expiresAt')} <DateTime at={expiresAt} />
        </li>
      )}
    </ul>
  );
}

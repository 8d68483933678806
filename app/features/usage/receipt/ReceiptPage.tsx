import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { Printer } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { USAGE_PATH } from '../filter/usage-query.ts';
import { CallSection } from './CallSection.tsx';
import { ChargeSection, TokenSection } from './ChargeSection.tsx';
import { ContentSection } from './ContentSection.tsx';
import { Attempts, RoutingSection } from './RoutingSection.tsx';
import type { ContentData, ReceiptData } from './receipt-data.ts';

interface ReceiptPageProps {
  receipt: ReceiptData;
  /** null if no content of the call is stored. */
  content: ContentData | null;
}

/**
 * The receipt of a call: what ran, which provider answered, the cost and the reason for it; for screen and
 * print.
 */
export function ReceiptPage({ receipt, content }: ReceiptPageProps) {
  const { t } = useTranslation(['receipt', 'usage']);
  const { model, kind, state, createdAt, chargedMicro, owner, id } = receipt;
  return (
    <PageColumn className="print:gap-4 print:py-0">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-sm print:hidden">
            <TextLink to={`${USAGE_PATH}?tab=activity`}>{t('back')}</TextLink>
          </p>
          <h1 className="text-xl font-semibold">{t('title')}</h1>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-text-muted">
            <Link to={modelHref(model)} className="font-medium wrap-anywhere text-text hover:underline">
              <bdi>{model}</bdi>
            </Link>
            <Badge>{t(`usage:kind.${kind}`)}</Badge>
            <Badge tone={state === 'done' ? 'good' : state === 'failed' ? 'bad' : 'warn'}>
              {t(`state.${state}`)}
            </Badge>
          </p>
          <p className="text-sm text-text-muted">
            <DateTime at={createdAt} />
          </p>
        </div>
        <div className="flex flex-col items-end gap-2 text-end max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:justify-between">
          <p className="text-2xl leading-tight font-semibold tabular-nums">
            <bdi>{chargedMicro === null ? '–' : formatExactly(BigInt(chargedMicro))}</bdi>
          </p>
          <PrintButton />
        </div>
      </div>
      <ChargeSection receipt={receipt} />
      <TokenSection receipt={receipt} />
      <CallSection receipt={receipt} />
      {content && <ContentSection id={id} content={content} />}
      <Attempts attempts={receipt.attempts} />
      <RoutingSection receipt={receipt} />
      <footer className="border-t border-line pt-4 text-sm text-text-muted">
        <p>
          {t('madeBy')} <bdi>{owner.name}</bdi> · <bdi className="wrap-anywhere">{owner.email}</bdi>
        </p>
        <p>
          {t('id')} <code className="font-mono text-xs break-all">{id}</code>
        </p>
        <noscript>
          <p>{t('usage:utc')}</p>
        </noscript>
      </footer>
    </PageColumn>
  );
}

/** Browsers can print without this button, too. */
function PrintButton() {
  const { t } = useTranslation('receipt');
  if (!useHydrated()) return null;
  return (
    <Button type="button" size="small" className="print:hidden" onClick={() => window.print()}>
      <Icon of={Printer} />
      {t('print')}
    </Button>
  );
}

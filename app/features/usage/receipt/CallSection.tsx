import { useTranslation } from '#app/ui/i18n/translation.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { secondsText } from '../seconds-text.ts';
import type { ReceiptData } from './receipt-data.ts';
import { Facts, Section } from './Section.tsx';

const code = (text: string | null) => text && <code className="font-mono text-xs">{text}</code>;
const moment = (time: string | null) => time && <DateTime at={time} />;

/** The requested and the answering model, the times, and the end of a call. */
export function CallSection({ receipt }: { receipt: ReceiptData }) {
  const { t, i18n } = useTranslation('receipt');
  const { askedModel, model, keyLabel, isCapLowered, leftOut, errorCode, errorDetail } = receipt;
  const seconds = secondsText(i18n.language);
  const time = (ms: number | null) => (ms === null ? null : seconds(ms));
  const tokens = numberFormat(i18n.language).format(receipt.maxOutputTokens);
  return (
    <Section title={t('call.title')}>
      <Facts
        facts={[
          [t('call.asked'), askedModel === model ? null : askedModel],
          [t('call.model'), model],
          [t('call.provider'), receipt.provider],
          [t('call.upstream'), code(receipt.upstreamModel)],
          [
            t('call.key'),
            keyLabel && (
              <>
                {keyLabel.name} <code className="font-mono text-xs">{keyLabel.maskedValue}</code>
              </>
            ),
          ],
          [t('call.delivery'), t(receipt.isStreamed ? 'call.streamed' : 'call.whole')],
          [
            t('call.again'),
            receipt.repeatableUntil && (
              <>
                {t('call.keptUntil')} <DateTime at={receipt.repeatableUntil} />
              </>
            ),
          ],
          [t('call.fetch'), code(receipt.kind === 'api' ? `GET /api/v1/generation?id=${receipt.id}` : null)],
          [t('call.created'), moment(receipt.createdAt)],
          [t('call.started'), moment(receipt.startedAt)],
          [t('call.finished'), moment(receipt.finishedAt)],
          [t('call.firstToken'), time(receipt.firstTokenMs)],
          [t('call.duration'), time(receipt.latencyMs)],
          [t('call.finish'), code(receipt.finishReason)],
          [t('call.error'), code(errorCode)],
          [t('call.detail'), errorDetail],
          [t('call.longest'), isCapLowered ? t('call.lowered', { tokens }) : tokens],
          [t('call.leftOut'), leftOut.length > 0 ? code(leftOut.join(', ')) : t('call.nothing')],
          [t('call.request'), code(receipt.requestId)],
        ]}
      />
    </Section>
  );
}

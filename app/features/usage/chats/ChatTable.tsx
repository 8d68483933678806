import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly, formatMicro } from '#app/contracts/money.ts';
import type { ChatUsage } from '#app/contracts/usage/activity.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Figure } from '#app/features/usage/ActivityRow.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';

const head = 'px-4 py-2.5 font-medium';
const cell = 'px-4 py-2.5 max-sm:p-0';

/** Chats by their last request, with the number and the cost of their requests. On a phone each is a card. */
export function ChatTable({ chats }: { chats: readonly ChatUsage[] }) {
  const { t } = useTranslation('usage');
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full">
        <caption className="caption-bottom border-t border-line px-4 py-2.5 text-start text-sm text-text-muted">
          {t('chats.caption')}
          <noscript> {t('utc')}</noscript>
        </caption>
        <thead className="text-sm text-text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className={`${head} text-start`}>
              {t('chats.chat')}
            </th>
            {(['requests', 'cost', 'last'] as const).map((name) => (
              <th key={name} scope="col" className={`${head} text-end whitespace-nowrap`}>
                {t(`chats.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chats.map((chat) => (
            <ChatRow key={chat.conversationId} chat={chat} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ChatRow({ chat: { conversationId, title, requests, costMicro, lastAt } }: { chat: ChatUsage }) {
  const { t, i18n } = useTranslation('usage');
  const cost = BigInt(costMicro);
  return (
    <tr className="border-t border-line max-sm:flex max-sm:flex-col max-sm:gap-1 max-sm:px-4 max-sm:py-3 max-sm:first:border-t-0">
      <th scope="row" className={`${cell} w-full text-start font-normal wrap-anywhere`}>
        {title === null ? (
          <span className="text-text-muted">{t('chats.deleted')}</span>
        ) : (
          <TextLink to={`/chat/${conversationId}`}>
            <bdi>{title}</bdi>
          </TextLink>
        )}
      </th>
      <Figure name={t('chats.requests')}>{numberFormat(i18n.language).format(requests)}</Figure>
      <Figure name={t('chats.cost')}>
        <data value={costMicro} title={formatExactly(cost)}>
          <bdi>{formatMicro(cost)}</bdi>
        </data>
      </Figure>
      <Figure name={t('chats.last')}>
        <DateTime at={lastAt} />
      </Figure>
    </tr>
  );
}

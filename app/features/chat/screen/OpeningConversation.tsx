import { useFetchers, useLocation, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';

/** Widths of the lines of a reply. */
const LINES = ['w-full', 'w-11/12', 'w-full', 'w-2/3'];

const CONVERSATION = /^\/chat\/([\w-]+)$/;

/**
 * Placeholder over the previous conversation while the next one loads. It appears only after a moment
 * (`.opening`), so that nothing flashes when the server is fast.
 */
export function OpeningConversation() {
  const { t } = useTranslation('chat');
  return (
    <div data-skeleton="" className="opening absolute inset-0 z-10 flex flex-col overflow-hidden bg-surface">
      <p className="sr-only">{t('opening')}</p>
      <div aria-hidden className="flex min-h-0 grow flex-col justify-end overflow-hidden">
        <div className="mx-auto w-full max-w-reading px-4">
          <Turn />
          <Turn />
        </div>
      </div>
      <div aria-hidden className="mx-auto w-full max-w-reading px-4 pb-3">
        <div
          data-skeleton-composer=""
          className="h-33 rounded-panel border border-line bg-surface-raised md:h-26"
        />
      </div>
    </div>
  );
}

function Turn() {
  return (
    <>
      <div className="flex justify-end py-3">
        <div className="h-11 w-1/2 rounded-card bg-surface-sunken" />
      </div>
      <div className="flex flex-col gap-3 py-3">
        <div className="h-3 w-24 rounded-control bg-line" />
        {LINES.map((width, index) => (
          <div key={index} className={`h-3.5 rounded-control bg-surface-sunken ${width}`} />
        ))}
        <div className="h-9" />
      </div>
    </>
  );
}

/** True while another conversation loads; false for the one that a first message has just created. */
export function useOpening(): boolean {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isSending = useFetchers().some(({ formMethod }) => formMethod !== undefined);
  if (state !== 'loading' || isSending || location.pathname === pathname) return false;
  const id = CONVERSATION.exec(location.pathname)?.[1];
  return id !== undefined && id !== NEW_CONVERSATION && id !== 'help';
}

import { Form, useRevalidator } from '@remix-run/react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ARCHIVE_ACTION, ARCHIVE_PATH, type ArchiveView } from '#app/contracts/exports/archive.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ProgressBar } from '#app/ui/components/ProgressBar.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Download } from '#app/ui/icons/lucide.ts';

interface ArchiveCardProps {
  archive: ArchiveView | null;
  error: string | undefined;
}

const POLL_MS = 3000;

/** All chats and files as one archive, which is prepared by a job: request it, its progress, its link for a day. */
export function ArchiveCard({ archive, error }: ArchiveCardProps) {
  const { t } = useTranslation('exports');
  const isOpen = archive?.state === 'waiting' || archive?.state === 'writing';
  usePolling(isOpen);
  return (
    <Card title={t('archive.title')}>
      <div id="archive" className="flex scroll-mt-16 flex-col gap-4">
        <p className="max-w-reading text-text-muted">{t('archive.lead')}</p>
        {error && <Banner tone="bad">{error}</Banner>}
        {archive?.state === 'failed' && <Banner tone="bad">{t('archive.failed')}</Banner>}
        {isOpen && <Progress archive={archive} />}
        {archive?.state === 'ready' && <Ready archive={archive} />}
        {!isOpen && archive?.state !== 'ready' && (
          <ActForm act="request">
            <Button size="large">{t('archive.request')}</Button>
          </ActForm>
        )}
      </div>
    </Card>
  );
}

function Progress({ archive: { chats, allChats } }: { archive: ArchiveView }) {
  const { t } = useTranslation('exports');
  return (
    <div className="flex max-w-sm flex-col gap-2">
      <p aria-live="polite">{t('archive.writing')}</p>
      <ProgressBar
        label={t('archive.writing')}
        percent={allChats === 0 ? null : Math.min(100, (100 * chats) / allChats)}
      />
      <p className="text-sm text-text-muted">{t('archive.leave')}</p>
      <ActForm act="delete">
        <Button variant="plain" size="small">
          {t('archive.cancel')}
        </Button>
      </ActForm>
    </div>
  );
}

function Ready({ archive: { bytes, expiresAt } }: { archive: ArchiveView }) {
  const { t } = useTranslation('exports');
  return (
    <>
      <p>
        {t('archive.ready', { size: megabytes(bytes ?? 0) })}{' '}
        {expiresAt && (
          <span className="text-text-muted">
            {t('archive.until')} <DateTime at={expiresAt} />
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={ARCHIVE_PATH} download className={buttonClasses({ variant: 'primary', size: 'large' })}>
          <Icon of={Download} />
          {t('archive.download')}
        </a>
        <ActForm act="delete">
          <Button size="large">{t('archive.delete')}</Button>
        </ActForm>
      </div>
    </>
  );
}

function ActForm({ act, children }: { act: 'request' | 'delete'; children: ReactNode }) {
  return (
    <Form method="post" action={ARCHIVE_ACTION}>
      <input type="hidden" name="act" value={act} />
      {children}
    </Form>
  );
}

/** Reloads the page's data every few seconds while it is visible. */
function usePolling(isOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && revalidate(), POLL_MS);
    return () => clearInterval(timer);
  }, [isOn, revalidate]);
}

/** With one decimal; Latin digits in every language. */
const megabytes = (bytes: number): string => Math.max(0.1, bytes / 1024 / 1024).toFixed(1);

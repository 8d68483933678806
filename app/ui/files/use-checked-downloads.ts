import { useEffect } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';

/**
 * Makes links that download a user's file (`download`) check first that it is still there: a browser saves the
 * answer for a deleted file, or nothing, without a message.
 */
export function useCheckedDownloads(): void {
  const { t } = useTranslation('exports');
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[download][href^="/files/"]');
      if (!link || 'checked' in link.dataset || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void download(link);
    };
    const download = async ({ href, download: name }: HTMLAnchorElement) => {
      const { downloadFile } = await import('#app/ui/fetch/download-file.ts');
      const status = await downloadFile(href, name);
      if (status !== null) showToast({ severity: 'error', text: t('end.failed') });
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [t]);
}

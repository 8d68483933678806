import { useSyncExternalStore } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '../components/Banner.tsx';

/** Shows a warning while the browser is offline, with the consequences for typed text. */
export function Offline() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (online) return null;
  return (
    <Banner tone="warn" className="m-2">
      {t('offline')}
    </Banner>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

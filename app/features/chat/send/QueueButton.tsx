import { useEffect, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { sendClasses } from '#app/ui/composer/composer-look.ts';
import { ArrowUp } from '#app/ui/icons/lucide.ts';

const STEPS = ['·', '··', '···'];
const STEP_MS = 500;

/**
 * Stands beside Stop while a reply is being written: animated dots, or with text in the box the button that
 * queues the message.
 */
export function QueueButton({ hasText, disabled }: { hasText: boolean; disabled: boolean }) {
  const { t } = useTranslation('chat');
  if (!hasText) return <Dots label={t('composer.sending')} />;
  return (
    <button
      type="submit"
      name="intent"
      value="queue"
      disabled={disabled}
      title={t('queue.add')}
      aria-label={t('queue.add')}
      className={sendClasses({ isReady: true })}
    >
      <Icon of={ArrowUp} size={20} />
    </button>
  );
}

/** One dot, two, three. */
function Dots({ label }: { label: string }) {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setStep((before) => (before + 1) % STEPS.length), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span>
      <span aria-hidden className="font-semibold">
        {STEPS[step]}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

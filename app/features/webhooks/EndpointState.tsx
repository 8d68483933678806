import { useTranslation } from 'react-i18next';
import type { EndpointView } from '#app/contracts/webhooks/endpoint.ts';
import { Badge } from '#app/ui/components/Badge.tsx';

const TONES = { on: 'good', off: 'neutral', failing: 'bad' } as const;

/** Whether an endpoint is sent anything. */
export function EndpointState({ state }: Pick<EndpointView, 'state'>) {
  const { t } = useTranslation('webhooks');
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}

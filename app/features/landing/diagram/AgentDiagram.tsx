import { Pause, Play } from '#app/ui/icons/lucide.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import { DiagramPicture } from './DiagramPicture.tsx';

/**
 * Agents that call each other and, through the hub, models. What moves can be stopped without scripts; under reduced
 * motion it is a still.
 */
export function AgentDiagram() {
  const { t } = useTranslation('landing');
  const pause = useId();
  return (
    <figure className="agents group/agents mx-auto w-full max-w-5xl px-4 md:px-6">
      <p className="sr-only">{t('diagram.alt')}</p>
      <DiagramPicture layout="wide" className="hidden md:block" />
      <DiagramPicture layout="narrow" className="mx-auto max-w-sm md:hidden" />
      <figcaption className="mt-4 flex items-center justify-center gap-1 text-center text-text-muted">
        {t('diagram.caption')}
        <span className="motion-reduce:hidden">
          <input type="checkbox" id={pause} className="agents-pause peer sr-only" />
          <label
            htmlFor={pause}
            className="group/pause grid control-square place-items-center rounded-control text-text-muted transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-accent hover:bg-surface-sunken hover:text-text"
          >
            <span className="sr-only">{t('diagram.pause')}</span>
            <span className="group-has-checked/agents:hidden">
              <Icon of={Pause} />
            </span>
            <span className="hidden group-has-checked/agents:block">
              <Icon of={Play} mirror />
            </span>
          </label>
        </span>
      </figcaption>
    </figure>
  );
}

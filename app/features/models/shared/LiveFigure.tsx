import { useTranslation } from 'react-i18next';
import type { Figures } from '#app/contracts/catalogue/offer-figures.ts';
import { liveText, type LiveName } from './live-text.ts';

/** One of the figures of an offer; a dash where nothing was measured. */
export function LiveFigure({ name, figures }: { name: LiveName; figures: Figures }) {
  const { i18n } = useTranslation('models');
  const text = liveText(name, figures, i18n.language);
  return text === null ? <span className="text-text-faint">–</span> : <bdi>{text}</bdi>;
}

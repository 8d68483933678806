import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { Figures } from '#app/contracts/catalogue/offer-figures.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';

/** The figures of an offer, in display order. Units are in the headers. */
export const LIVE_FIGURES = ['uptime', 'firstToken', 'speed'] as const;

export type LiveName = (typeof LIVE_FIGURES)[number];

/** One of the figures of an offer; a dash without measurements. */
export function LiveFigure({ name, figures }: { name: LiveName; figures: Figures }) {
  const { i18n } = useTranslation('models');
  const text = liveText(name, figures, i18n.language);
  return text === null ? <span className="text-text-faint">–</span> : <bdi>{text}</bdi>;
}

/** A figure as text: `99.95%`, `0.42 s`, `87`; null without measurements. */
export function liveText(name: LiveName, figures: Figures, language: string): string | null {
  const { uptime, firstTokenMs, tokensPerSecond } = figures;
  if (name === 'uptime') return uptime === null ? null : percent(uptime, language);
  if (name === 'firstToken') {
    if (firstTokenMs === null) return null;
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    return `${numberFormat(language, digits).format(firstTokenMs / 1000)} s`;
  }
  return tokensPerSecond === null ? null : speedText(tokensPerSecond, language);
}

/** Tokens per second: `4.3`, `87`. */
export function speedText(tokensPerSecond: number, language: string): string {
  const maximumFractionDigits = tokensPerSecond < 10 ? 1 : 0;
  return numberFormat(language, { maximumFractionDigits }).format(tokensPerSecond);
}

/** Rounded down: 100% would hide a failure. */
function percent(share: number, language: string): string {
  const format = numberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return format.format(Math.floor(share * 10_000) / 10_000);
}

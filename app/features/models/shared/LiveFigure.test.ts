import { describe, expect, it } from 'vitest';
import { NO_FIGURES, type Figures } from '#app/contracts/catalogue/offer-figures.ts';
import { LIVE_FIGURES, liveText } from './LiveFigure.tsx';

const textOf = (name: (typeof LIVE_FIGURES)[number], figures: Partial<Figures>, language = 'en-US') =>
  liveText(name, { ...NO_FIGURES.day, ...figures }, language);

describe('a live figure', () => {
  it.each(LIVE_FIGURES)('%s without calls is null, not zero', (name) => {
    expect(textOf(name, {})).toBeNull();
  });

  it.each([
    [{ uptime: 1 }, '100%'],
    [{ uptime: 0.999_99 }, '99.99%'],
    [{ uptime: 0 }, '0%'],
  ])('%j is %s', (figures, text) => {
    expect(textOf('uptime', figures)).toBe(text);
  });

  it('has seconds to the first token, and whole tokens a second from 10 on', () => {
    expect(textOf('firstToken', { firstTokenMs: 421.6 })).toBe('0.42 s');
    expect(textOf('speed', { tokensPerSecond: 87.4 })).toBe('87');
    expect(textOf('speed', { tokensPerSecond: 4.26 })).toBe('4.3');
  });

  it('has Latin digits in every language', () => {
    expect(textOf('speed', { tokensPerSecond: 87 }, 'ar-EG')).toBe('87');
  });
});

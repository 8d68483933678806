import { numberFormat } from '../i18n/formats.ts';

/** Writes a value of an axis. @param ticks all of its values: they have one number of decimals */
type AxisText = (value: number, ticks: readonly number[]) => string;

/** `1.2K`, as a language shortens numbers. */
export function countText(language: string): AxisText {
  const format = numberFormat(language, { notation: 'compact', maximumFractionDigits: 2 });
  return (value) => format.format(value);
}

/** `$0.05`: as many decimals as the step between two gridlines needs. */
export function dollarText(): AxisText {
  const large = numberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
  return (value, ticks) => {
    if (value >= 10_000) return `$${large.format(value)}`;
    const step = ticks[1] ?? 1;
    const decimals = step >= 1 ? 0 : Math.min(6, Math.max(2, Math.ceil(-Math.log10(step) - 1e-9)));
    return `$${value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`;
  };
}

/** `0.5s` or `500ms`: milliseconds in the unit that suits the axis. */
export function durationText(language: string): AxisText {
  const unit = (name: string) =>
    numberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow', maximumFractionDigits: 2 });
  const [milliseconds, seconds] = [unit('millisecond'), unit('second')];
  return (value, ticks) =>
    (ticks.at(-1) ?? 0) < 1000 ? milliseconds.format(value) : seconds.format(value / 1000);
}

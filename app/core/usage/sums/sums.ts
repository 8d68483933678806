import type { SettledCall } from '#app/core/generation/report/settled.ts';
import { addFigures, figuresOf, noFigures, type Figures } from './figures.ts';
import { hashOf, seriesOf, type SeriesNames } from './series.ts';
import { dayOf, hourOf } from './times.ts';

export type Grain = 'hour' | 'day';

/** The figures of a series in an hour or a day, or a change of them. */
export interface Sum {
  names: SeriesNames;
  grain: Grain;
  /** Start of the hour or day. */
  at: Date;
  figures: Figures;
}

/** Sums by series, grain and time. */
export class Sums {
  readonly #sums = new Map<string, Sum>();
  /** Caches hashes, since a hash takes longer than an addition. */
  readonly #hashes = new Map<string, string>();

  /** Counts a call in the hour and the day in which it ended, in all of its series. */
  addCall(call: SettledCall): void {
    const figures = figuresOf(call);
    for (const names of seriesOf(call)) {
      this.add({ names, grain: 'hour', at: hourOf(call.finishedAt), figures });
      this.add({ names, grain: 'day', at: dayOf(call.finishedAt), figures });
    }
  }

  /** @param times -1 subtracts the figures */
  add({ names, grain, at, figures }: Sum, times: 1 | -1 = 1): void {
    const key = `${grain} ${at.getTime()} ${this.hash(names)}`;
    let sum = this.#sums.get(key);
    if (!sum) this.#sums.set(key, (sum = { names, grain, at, figures: noFigures() }));
    addFigures(sum.figures, figures, times);
  }

  hash(names: SeriesNames): string {
    const key = `${names.scope} ${names.userId} ${names.model} ${names.keyId} ${names.applicationId}`;
    let hash = this.#hashes.get(key);
    if (!hash) this.#hashes.set(key, (hash = hashOf(names)));
    return hash;
  }

  all(): Sum[] {
    return [...this.#sums.values()];
  }
}

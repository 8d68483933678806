import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '#app/contracts/errors.ts';
import {
  afterReport,
  HALF_LIFE_MS,
  readinessOf,
  UNKNOWN,
  withProbe,
  type HealthReport,
  type OfferHealth,
} from './offer-health.ts';

const START = 1_700_000_000_000;

type WithoutStart<Report> = Report extends unknown ? Omit<Report, 'startedAt'> : never;

/** An offer with its own clock. Pauses are the middle of their jitter. */
class Offer {
  health: OfferHealth = UNKNOWN;
  now = START;

  report(outcome: WithoutStart<HealthReport>, { random = 0.5, startedAt = this.now } = {}): this {
    this.health = afterReport(this.health, { ...outcome, startedAt }, { now: this.now, random });
    return this;
  }

  fault(code: ErrorCode = 'provider_unavailable', retryAfterMs: number | null = null): this {
    return this.report({ kind: 'fault', code, retryAfterMs });
  }

  done(): this {
    return this.report({ kind: 'done', tokensPerSecond: 50 });
  }

  answered(firstWordMs = 200): this {
    return this.report({ kind: 'answered', firstWordMs });
  }

  after(ms: number): this {
    this.now += ms;
    return this;
  }

  get readiness() {
    return readinessOf(this.health, this.now);
  }

  /** Milliseconds until it is tried again. */
  get pause() {
    return this.health.openUntil - this.now;
  }
}

describe('the health of an offer', () => {
  it('is good while nothing is known', () => {
    expect(readinessOf(undefined, START)).toBe('ready');
    expect(new Offer().readiness).toBe('ready');
  });

  it('survives two faults in a row, and opens its breaker at the third', () => {
    const offer = new Offer().fault().after(1000).fault();
    expect(offer.readiness).toBe('ready');
    expect(offer.fault().readiness).toBe('aside');
  });

  it('forgets faults when a call ends well', () => {
    const offer = new Offer();
    for (let call = 0; call < 20; call += 1) offer.fault().done().done().after(100);
    expect(offer.readiness).toBe('ready');
  });

  it('opens when more than half of the calls fail, even if never three in a row', () => {
    const offer = new Offer();
    for (let call = 0; call < 2; call += 1) offer.fault().fault().done();
    expect(offer.readiness).toBe('aside');
  });

  it('gives old calls less weight', () => {
    const offer = new Offer().done().done().done().done().after(HALF_LIFE_MS);
    expect(offer.done().health.ok).toBeCloseTo(3);
  });

  it('does not count rejected requests and disconnected clients against an offer', () => {
    const offer = new Offer();
    for (let call = 0; call < 50; call += 1) {
      offer.report({ kind: 'refused' }).report({ kind: 'left' });
    }
    expect(offer.readiness).toBe('ready');
    expect(offer.health).toMatchObject({ faults: 0, inARow: 0 });
    expect(offer.health.refusals).toBe(50);
  });

  it('lets one call probe after the pause, and no other call meanwhile', () => {
    const offer = new Offer().fault().fault().fault();
    expect(offer.pause).toBe(5000);
    expect(offer.after(4999).readiness).toBe('aside');
    expect(offer.after(1).readiness).toBe('probe');
    offer.health = withProbe(offer.health, offer.now);
    expect(offer.readiness).toBe('aside');
    expect(offer.after(30_000).readiness, 'whoever probed has died').toBe('probe');
  });

  it('is healthy again at the first output of a probe, and paused again at the next fault', () => {
    const offer = new Offer().fault().fault().fault().after(5000).answered();
    expect(offer.readiness).toBe('ready');
    expect(offer.fault().readiness).toBe('aside');
    expect(offer.pause, 'twice as long').toBe(10_000);
  });

  it('restarts with short pauses when a call has succeeded', () => {
    const offer = new Offer().fault().fault().fault().after(5000).fault().after(10_000).answered().done();
    offer.fault().fault();
    expect(offer.readiness).toBe('ready');
    offer.fault();
    expect(offer.pause).toBe(5000);
  });

  it('waits longer after each failed probe, at most five minutes, with jitter of a fifth', () => {
    const offer = new Offer().fault().fault().fault();
    const pauses = Array.from({ length: 8 }, () => {
      const { pause } = offer;
      offer.after(pause).fault();
      return pause / 1000;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    const fault = { kind: 'fault', code: 'provider_unavailable', retryAfterMs: null } as const;
    const spread = [0, 1].map((random) => new Offer().fault().fault().report(fault, { random }).pause);
    expect(spread).toEqual([4000, 6000]);
  });

  it('allows another probe after one that was inconclusive', () => {
    const offer = new Offer().fault().fault().fault().after(5000);
    offer.health = withProbe(offer.health, offer.now);
    expect(offer.report({ kind: 'left' }).readiness).toBe('probe');
  });

  it('ignores reports of calls that began before it opened', () => {
    const begun = START - 10;
    const offer = new Offer().fault().fault().fault();
    const { openUntil, openings } = offer.health;
    offer.after(6000);
    offer.report({ kind: 'answered', firstWordMs: 6010 }, { startedAt: begun });
    offer.report({ kind: 'fault', code: 'provider_unavailable', retryAfterMs: null }, { startedAt: begun });
    expect(offer.health).toMatchObject({ openUntil, openings });
    expect(offer.readiness).toBe('probe');
  });

  it.each(['invalid_api_key', 'insufficient_quota', 'provider_model_not_found'] as const)(
    'opens at once and for long at %s',
    (code) => {
      const offer = new Offer().fault(code);
      expect(offer.readiness).toBe('aside');
      expect(offer.pause).toBe(300_000);
      expect(offer.after(300_000).fault(code).pause).toBe(600_000);
    },
  );

  it('is set aside for as long as a 429 says, by default five seconds, and at most ten minutes', () => {
    expect(new Offer().fault('provider_rate_limited', 7000).after(6999).readiness).toBe('aside');
    expect(new Offer().fault('provider_rate_limited', 7000).after(7000).readiness).toBe('ready');
    expect(new Offer().fault('provider_rate_limited').after(5000).readiness).toBe('ready');
    expect(new Offer().fault('provider_rate_limited', 3_600_000).after(600_000).readiness).toBe('ready');
  });

  it('does not count rate limits against an offer', () => {
    const offer = new Offer();
    for (let call = 0; call < 10; call += 1) offer.fault('provider_rate_limited', 100).after(100);
    expect(offer.readiness).toBe('ready');
  });

  it('measures the time to the first output and the speed as moving averages', () => {
    const offer = new Offer().answered(100).answered(200).done();
    expect(offer.health).toMatchObject({ firstWordMs: 120, tokensPerSecond: 50 });
  });
});

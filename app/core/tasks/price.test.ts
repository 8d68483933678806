import { describe, expect, it } from 'vitest';
import { costOf } from '#app/contracts/cost.ts';
import { estimateCost, MIN_OUTPUT, outputCapFor } from './price.ts';

const PRICE = { rules: [{ rates: { input: 150_000n, output: 600_000n } }] };
const AT = new Date('2026-11-20T12:00:00Z');

describe('estimateCost', () => {
  it('wants the default cap and needs at least 256 tokens when the caller set none', () => {
    const estimate = estimateCost(PRICE, { promptTokens: 100, cap: null, room: 100_000, at: AT });
    expect(estimate.wantedOutput).toBe(16_384);
    expect(estimate.wantedMicro).toBe(9846n); // 100 x 0.15 + 16384 x 0.6 = 9845.4, rounded up
    expect(estimate.minMicro).toBe(169n); // 15 + 256 x 0.6 = 168.6
  });

  it('needs all of it when the caller set a cap, even one below 256', () => {
    const estimate = estimateCost(PRICE, { promptTokens: 100, cap: 10, room: 100_000, at: AT });
    expect(estimate.minMicro).toBe(estimate.wantedMicro);
    expect(estimate.wantedMicro).toBe(21n);
  });

  it('never wants more than the window has room for', () => {
    expect(estimateCost(PRICE, { promptTokens: 100, cap: null, room: 900, at: AT }).wantedOutput).toBe(900);
  });

  it('holds the fee of a call, shows it, and charges it once', () => {
    const fee = { rules: [{ rates: { input: 3_000_000n, output: 15_000_000n, request: 6_000_000_000n } }] };
    const estimate = estimateCost(fee, { promptTokens: 100, cap: 10, room: 900, choices: 2, at: AT });
    expect(estimate.wantedMicro).toBe(300n + 6000n + 300n);
    expect(estimate.inputMicro).toBe(300n + 6000n);
    const usage = { promptTokens: 100, cachedTokens: 0, completionTokens: 20, reasoningTokens: 0 };
    expect(costOf(usage, fee, AT).micro).toBe(estimate.wantedMicro);
  });
});

describe('outputCapFor', () => {
  it('never lets the charge exceed the hold, for any hold between min and wanted', () => {
    const estimate = estimateCost(PRICE, { promptTokens: 1234, cap: null, room: 100_000, at: AT });
    for (let held = estimate.minMicro; held <= estimate.wantedMicro; held += 7n) {
      const cap = outputCapFor(estimate, held);
      const usage = { promptTokens: 1234, cachedTokens: 0, completionTokens: cap, reasoningTokens: 0 };
      expect(cap).toBeGreaterThanOrEqual(MIN_OUTPUT);
      expect(costOf(usage, PRICE, AT).micro).toBeLessThanOrEqual(held);
    }
  });

  it('is the whole cap for a model that costs nothing', () => {
    const free = { rules: [{ rates: { input: 0n, output: 0n } }] };
    const estimate = estimateCost(free, { promptTokens: 10, cap: null, room: 5000, at: AT });
    expect(estimate.wantedMicro).toBe(0n);
    expect(outputCapFor(estimate, 0n)).toBe(5000);
  });
});

import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';

/** Says in the log what a run cost beyond its hold, in micro-dollars: the operator bears it. */
export function noteShortfall(generationId: string, shortfallMicro: bigint): void {
  if (shortfallMicro <= 0n) return;
  counted.shortfalls.inc();
  counted.shortfallMicro.inc(Number(shortfallMicro));
  logger().warn({ generationId, shortfallMicro: shortfallMicro.toString() }, 'shortfall');
}

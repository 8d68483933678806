import { cpuSeconds, residentBytes } from '#tests/fixtures/process-usage.ts';
import { look } from './look.ts';

const SAMPLE_MS = 50;
const MB = 1e6;

export interface MeasuredExport {
  megabytes: number;
  megabytesPerSecond: number;
  /** Milliseconds of processor time of a MB, which other work on the machine does not change. */
  webMs: number;
  databaseMs: number;
  /**
   * Resident memory of the web process in MB: before, and the highest in the first and in the last fifth of the time. Where
   * it grows with what was written, the last is much more than the first.
   */
  before: number;
  first: number;
  last: number;
}

/** Takes a whole export as fast as it comes. @param options.web and options.database their process ids */
export async function measureExport(
  url: string,
  { cookie, web, database }: { cookie: string; web: number; database: number },
): Promise<MeasuredExport> {
  const used = () => [web, database].map(cpuSeconds);
  const usedBefore = used();
  const samples = [residentBytes(web) / MB];
  const timer = setInterval(() => samples.push(residentBytes(web) / MB), SAMPLE_MS);
  try {
    const { bytes, totalMs } = await look(url, { cookie, encoding: 'identity' });
    const megabytes = bytes / MB;
    const [webMs, databaseMs] = used().map((seconds, at) => ((seconds - usedBefore[at]!) * 1000) / megabytes);
    const fifth = Math.ceil(samples.length / 5);
    return {
      megabytes,
      megabytesPerSecond: megabytes / (totalMs / 1000),
      webMs: webMs!,
      databaseMs: databaseMs!,
      before: samples[0]!,
      first: Math.max(...samples.slice(0, fifth)),
      last: Math.max(...samples.slice(-fifth)),
    };
  } finally {
    clearInterval(timer);
  }
}

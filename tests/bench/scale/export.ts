import { residentBytes } from '#tests/fixtures/process-usage.ts';
import { look } from './look.ts';

const SAMPLE_MS = 50;
const MB = 1e6;

export interface MeasuredExport {
  megabytes: number;
  megabytesPerSecond: number;
  /** Resident memory of the web process in MB: before, and the highest while it was written. */
  before: number;
  highest: number;
}

/** Takes an export as fast as it comes. @param pid of the web process */
export async function measureExport(
  url: string,
  options: { cookie: string; pid: number; mostBytes: number },
): Promise<MeasuredExport> {
  const { pid, ...asked } = options;
  const before = residentBytes(pid);
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, residentBytes(pid))), SAMPLE_MS);
  try {
    const { bytes, totalMs } = await look(url, { ...asked, encoding: 'identity' });
    return {
      megabytes: bytes / MB,
      megabytesPerSecond: bytes / MB / (totalMs / 1000),
      before: before / MB,
      highest: highest / MB,
    };
  } finally {
    clearInterval(timer);
  }
}

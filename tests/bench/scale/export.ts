import { cpuSeconds, residentBytes } from '#tests/fixtures/process-usage.ts';
import { median } from '../statistics.ts';
import { measureRequest } from './measured-request.ts';

const SAMPLE_MS = 50;
/** Interval of garbage collections, including the time of one. */
const COLLECT_EVERY_MS = 1000;
const COLLECTED_MS = 300;
const MB = 1e6;

/**
 * Resident memory of the web process in MB, in the first and in the last fifth of the time: if it grows with
 * the written data, the last is much larger than the first.
 */
interface Fifths {
  first: number;
  last: number;
}

export interface MeasuredExport {
  megabytes: number;
  megabytesPerSecond: number;
  /** Milliseconds of CPU time per MB, which other work on the machine does not change. */
  webMs: number;
  databaseMs: number;
  /** The highest: includes garbage that is not collected while there is space. */
  highest: Fifths;
  /** In a second run, the median of the memory after a collection (`collect-garbage.mjs`). */
  kept: Fifths;
}

interface Measured {
  cookie: string;
  /** Process ids. */
  web: number;
  database: number;
}

/** Reads a whole export as fast as it comes, and once more for its retained memory. */
export async function measureExport(url: string, measured: Measured): Promise<MeasuredExport> {
  const { web, database, cookie } = measured;
  const used = () => [web, database].map(cpuSeconds);
  const usedBefore = used();
  const { samples, taken } = await sampled(
    () => measureRequest(url, { cookie, encoding: 'identity' }),
    (samples) => setInterval(() => samples.push(residentBytes(web) / MB), SAMPLE_MS),
  );
  const megabytes = taken.bytes / MB;
  const [webMs, databaseMs] = used().map((seconds, at) => ((seconds - usedBefore[at]!) * 1000) / megabytes);
  return {
    megabytes,
    megabytesPerSecond: megabytes / (taken.totalMs / 1000),
    webMs: webMs!,
    databaseMs: databaseMs!,
    highest: fifthsOf(samples, (some) => Math.max(...some)),
    kept: await measureRetained(url, measured),
  };
}

async function measureRetained(url: string, { web, cookie }: Measured): Promise<Fifths> {
  const collect = (samples: number[], isOver: () => boolean) =>
    setInterval(() => {
      process.kill(web, 'SIGUSR2');
      setTimeout(() => {
        // The process may have ended meanwhile.
        if (!isOver()) samples.push(residentBytes(web) / MB);
      }, COLLECTED_MS);
    }, COLLECT_EVERY_MS);
  const { samples } = await sampled(() => measureRequest(url, { cookie, encoding: 'identity' }), collect);
  return fifthsOf(samples, median);
}

async function sampled<T>(
  work: () => Promise<T>,
  begin: (samples: number[], isOver: () => boolean) => NodeJS.Timeout,
): Promise<{ samples: number[]; taken: T }> {
  const samples: number[] = [];
  let isOver = false;
  const timer = begin(samples, () => isOver);
  try {
    return { taken: await work(), samples };
  } finally {
    clearInterval(timer);
    isOver = true;
  }
}

function fifthsOf(samples: readonly number[], of: (some: number[]) => number): Fifths {
  const fifth = Math.ceil(samples.length / 5);
  return { first: of(samples.slice(0, fifth)), last: of(samples.slice(-fifth)) };
}

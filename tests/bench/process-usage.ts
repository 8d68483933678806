import { readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second. */
const TICK_SECONDS = 0.01;

/** Seconds of processor time that a process has used so far, in user and kernel mode. */
export function cpuSeconds(pid: number): number {
  // The second field is the program's name in brackets, which may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS;
}

/** Memory of a process that is really in use (resident), in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Samples the processor time of some processes until `stop`, so that any stretch of it can be looked at later. */
export function watchCpu(processes: Record<string, number>): {
  stop(): void;
  /** Seconds used by each process between two moments (milliseconds since the epoch), at the nearest samples. */
  between(from: number, to: number): Record<string, number>;
} {
  const samples: { at: number; used: Record<string, number> }[] = [];
  const look = () => {
    const used = Object.entries(processes).map(([name, pid]) => [name, cpuSeconds(pid)]);
    samples.push({ at: Date.now(), used: Object.fromEntries(used) as Record<string, number> });
  };
  look();
  const timer = setInterval(look, 50);
  const nearest = (at: number) =>
    samples.reduce((best, one) => (Math.abs(one.at - at) < Math.abs(best.at - at) ? one : best)).used;
  return {
    stop() {
      clearInterval(timer);
      look();
    },
    between(from, to) {
      const [first, last] = [nearest(from), nearest(to)];
      const used = Object.keys(processes).map((name) => [name, last[name]! - first[name]!]);
      return Object.fromEntries(used) as Record<string, number>;
    },
  };
}

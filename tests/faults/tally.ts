import type { Phases } from './phases.ts';

interface Row extends Phases {
  rounds: number;
  problems: number;
  /** Longest time until the runs of a killed worker were closed or queued again; '' if none was killed. */
  takeoverMs: number | '';
}

/** The result of one round. */
interface Round {
  phases: Phases;
  problems: number;
  takeoverMs: number | null;
}

const COLUMNS = [
  'rounds',
  'queued',
  'beforeFirstToken',
  'midStream',
  'inSettle',
  'problems',
  'takeoverMs',
] as const;

/** Summarizes the rounds of each fault and the findings of the audits. */
export function createTally() {
  const rows = new Map<string, Row>();
  return {
    add(fault: string, { phases, problems, takeoverMs }: Round): void {
      const row = rows.get(fault) ?? emptyRow();
      rows.set(fault, row);
      row.rounds += 1;
      row.problems += problems;
      if (takeoverMs !== null) row.takeoverMs = Math.max(Number(row.takeoverMs), Math.round(takeoverMs));
      for (const phase of Object.keys(phases) as (keyof Phases)[]) row[phase] += phases[phase];
    },
    /** One line per fault. */
    table(): string {
      const lines = [...rows].map(([fault, row]) => [fault, ...COLUMNS.map((column) => row[column])]);
      return [['fault', ...COLUMNS], ...lines].map((cells) => cells.join(' | ')).join('\n');
    },
  };
}

function emptyRow(): Row {
  return {
    rounds: 0,
    queued: 0,
    beforeFirstToken: 0,
    midStream: 0,
    inSettle: 0,
    problems: 0,
    takeoverMs: '',
  };
}

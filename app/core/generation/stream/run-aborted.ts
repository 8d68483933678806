/**
 * Reason for aborting a run from outside. `drain`: its worker shuts down and another may continue the run;
 * `shutdown`: the run ends for good, at our fault.
 */
export class RunAborted extends Error {
  readonly reason: 'stopped' | 'lost' | 'deadline' | 'shutdown' | 'drain';

  constructor(reason: RunAborted['reason']) {
    super(`The run was aborted: ${reason}`);
    this.name = 'RunAborted';
    this.reason = reason;
  }
}

/** Why a run was aborted from outside. */
export class RunAborted extends Error {
  readonly reason: 'stopped' | 'lost' | 'deadline' | 'shutdown';

  constructor(reason: RunAborted['reason']) {
    super(`The run was aborted: ${reason}`);
    this.name = 'RunAborted';
    this.reason = reason;
  }
}

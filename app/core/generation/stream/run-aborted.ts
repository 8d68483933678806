/**
 * Why a run was aborted from outside. `drain`: its worker ends, and another may go on with it; `shutdown`: we end it for good.
 */
export class RunAborted extends Error {
  readonly reason: 'stopped' | 'lost' | 'deadline' | 'shutdown' | 'drain';

  constructor(reason: RunAborted['reason']) {
    super(`The run was aborted: ${reason}`);
    this.name = 'RunAborted';
    this.reason = reason;
  }
}

import { listClients, listFailures, listFlows } from './tables.mjs';

/** A reporter of Vitest that ends a run with the tables of flows, failures and clients; it omits the empty ones. */
export default class TableReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const runs = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({ ...test.meta(), state: test.result().state }));
    const tables = [
      listFlows(runs.filter(({ flow }) => flow)),
      listFailures(runs.filter(({ failure }) => failure)),
      listClients(runs.filter(({ client }) => client)),
    ];
    for (const lines of tables) if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`);
  }
}

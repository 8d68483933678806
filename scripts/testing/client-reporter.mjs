import { listClients } from './client-list.mjs';

/** A reporter of Vitest that ends a run with the table of real clients; it is silent where none was tried. */
export default class ClientReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const runs = tests.flatMap((test) => {
      const { client } = test.meta();
      return client ? [{ client, state: test.result().state }] : [];
    });
    const lines = listClients(runs);
    if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`);
  }
}

import { listFlows } from './flow-list.mjs';

/** A reporter of Vitest that ends a run with the list of browser flows; it is silent where there are none. */
export default class FlowReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const runs = tests.flatMap((test) => {
      const { flow } = test.meta();
      return flow ? [{ flow, state: test.result().state }] : [];
    });
    const lines = listFlows(runs);
    if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`);
  }
}

import { listFailures } from './failure-list.mjs';

/** A reporter of Vitest that ends a run with the matrix of failures; it is silent where none was played. */
export default class FailureReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const runs = tests.flatMap((test) => {
      const { failure } = test.meta();
      return failure ? [{ failure, state: test.result().state }] : [];
    });
    const lines = listFailures(runs);
    if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`);
  }
}

import { afterAll, describe, expect, type RunnerTestCase } from 'vitest';
import { SCRIPTS, type Scripts } from '../support/page-options.ts';
import { takeScreenshot } from '../support/take-screenshot.ts';
import { test } from '../support/test.ts';
import { createVisitor, type Visitor } from './visitor.ts';

export interface Flow {
  name: string;
  act: (visitor: Visitor) => Promise<void>;
  /** Messages of the console that belong to the flow. */
  expected?: RegExp[];
  /** Nothing is typed in it, so late scripts have nothing to lose. */
  typesNothing?: boolean;
}

const TIMEOUT_MS = 120_000;

/**
 * Runs each flow with scripts on, off and late. With scripts off the browser context itself fails the test
 * when a script arrives; with late ones something must have been typed before them. A flow that fails leaves
 * a picture. At the end the list of flows and runs is printed.
 */
export function runThreeWays(title: string, flows: Flow[]): void {
  const cases = new Map<string, Readonly<RunnerTestCase>>();
  describe.each(SCRIPTS)(`${title}, scripts %s`, (scripts) => {
    for (const { name, act, expected = [], typesNothing = false } of flows) {
      test(name, { timeout: TIMEOUT_MS }, async ({ open, task }) => {
        cases.set(keyOf(name, scripts), task);
        const visitor = await createVisitor(open, scripts, expected);
        await act(visitor).catch(async (error: unknown) => {
          await takeScreenshot(visitor.page, `failed ${keyOf(name, scripts)}`);
          throw error;
        });
        if (scripts === 'late' && !typesNothing) expect(visitor.typedEarly()).toBeGreaterThan(0);
      });
    }
  });

  afterAll(() => {
    const width = Math.max(...flows.map(({ name }) => name.length));
    const stateOf = (name: string, scripts: Scripts) =>
      cases.get(keyOf(name, scripts))?.result?.state ?? 'not run';
    const lines = flows.map(({ name }) =>
      [name.padEnd(width), ...SCRIPTS.map((scripts) => stateOf(name, scripts).padEnd(7))].join('  '),
    );
    const head = [title.padEnd(width), ...SCRIPTS.map((scripts) => scripts.padEnd(7))].join('  ');
    process.stdout.write(`\n${[head, ...lines].join('\n')}\n`);
  });
}

function keyOf(name: string, scripts: Scripts): string {
  return `${scripts} ${name}`;
}

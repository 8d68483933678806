import { describe, expect } from 'vitest';
import { SCRIPTS, type PageOptions, type Scripts } from '../support/page-options.ts';
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
  /** What it is about does not exist without scripts. */
  needsScripts?: boolean;
  /** How its page is opened; asked for when the flow begins. */
  page?: () => PageOptions;
}

declare module 'vitest' {
  interface TaskMeta {
    /** For the list at the end of the run: a flow, how its scripts came, and whether it can do without. */
    flow?: { title: string; name: string; scripts: Scripts; needsScripts: boolean };
  }
}

/** Far longer than any flow takes: how fast the machine is decides nothing. */
const TIMEOUT_MS = 300_000;

/**
 * Runs each flow with scripts on, off and late. With scripts off the browser context itself fails the test
 * when a script arrives; with late ones something must have been typed before them. A flow that fails leaves
 * a picture. The list of all flows and runs is printed at the end of the whole run.
 */
export function runThreeWays(title: string, flows: Flow[]): void {
  describe(`${title} in a browser`, () => {
    for (const flow of flows) {
      for (const scripts of SCRIPTS) {
        if (scripts !== 'off' || !flow.needsScripts) run(title, flow, scripts);
      }
    }
  });
}

function run(title: string, flow: Flow, scripts: Scripts): void {
  const { name, act, expected = [], typesNothing = false, needsScripts = false } = flow;
  const meta = { flow: { title, name, scripts, needsScripts } };
  test(`${name}, scripts ${scripts}`, { timeout: TIMEOUT_MS, meta }, async ({ open }) => {
    const visitor = await createVisitor(open, { ...flow.page?.(), scripts, expected });
    await act(visitor).catch(async (error: unknown) => {
      await takeScreenshot(visitor.page, `failed ${scripts} ${name}`);
      throw error;
    });
    if (scripts === 'late' && !typesNothing) expect(visitor.typedEarly()).toBeGreaterThan(0);
  });
}

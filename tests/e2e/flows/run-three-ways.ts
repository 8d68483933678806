import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { SCRIPTS, type PageOptions, type Scripts } from '../support/page-options.ts';
import { takeScreenshot } from '../support/take-screenshot.ts';
import { test } from '../support/test.ts';
import { createVisitor, type Visitor } from './visitor.ts';

export interface Flow {
  name: string;
  /**
   * When scripts arrive in the default run, `['on']` by default; the full run has all ways. A flow with late
   * scripts ends like one with scripts on, so the default run has one of them.
   */
  ways?: readonly Scripts[];
  act: (visitor: Visitor) => Promise<void>;
  /** Console messages that the flow expects. */
  expected?: RegExp[];
  /** Nothing is typed in it, so late scripts have nothing to lose. */
  typesNothing?: boolean;
  /** Its feature does not exist without scripts. */
  needsScripts?: boolean;
  /** How its page is opened; called when the flow begins. */
  page?: () => PageOptions;
}

declare module 'vitest' {
  interface TaskMeta {
    /** For the list at the end of the run: a flow, its way of scripts, and whether it works without. */
    flow?: { title: string; name: string; scripts: Scripts; needsScripts: boolean };
  }
}

/** Far longer than any flow takes: the speed of the machine must not matter. */
const TIMEOUT_MS = 300_000;

/**
 * Runs each flow in its ways of the default run, or with scripts on, off and late in the full run. With
 * scripts off the browser context itself fails the test if a script arrives; with late ones something must
 * have been typed before them. A flow that fails leaves a screenshot. The full run prints the list of all
 * flows and runs at its end.
 */
export function runThreeWays(title: string, flows: Flow[]): void {
  const runs = flows.flatMap((flow) => waysOf(flow).map((scripts) => ({ flow, scripts })));
  if (runs.length === 0) return;
  describe(`${title} in a browser`, () => {
    for (const { flow, scripts } of runs) run(title, flow, scripts);
  });
}

const waysOf = ({ ways = ['on'], needsScripts = false }: Flow): readonly Scripts[] =>
  IS_FULL ? SCRIPTS.filter((scripts) => scripts !== 'off' || !needsScripts) : ways;

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

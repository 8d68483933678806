import type { Page } from 'playwright';
import { expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { register } from '../support/register.ts';
import { awaitEnd, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const FEEDBACK_MS = 3000;
const CODE = 'const answer = 42;\nconsole.log(answer);\n';
const TEXT = `Read this:\n\n~~~js\n${CODE}~~~`;

/** A reply with code, on a page with clipboard permission and a stopped clock. */
async function readCode(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await register(page);
  await say(visitor, `Show me [[sandbox: text="${TEXT.replaceAll('\n', '\\n')}" pace=0]]`);
  await awaitEnd(visitor);
  await page.reload({ waitUntil: 'commit' });
  await hydrated(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

runThreeWays('copy', [
  {
    name: 'copy a message; its button says so for three seconds',
    needsScripts: true,
    async act(visitor) {
      const { page } = visitor;
      await readCode(visitor);
      const reply = turn(page, 1);
      await reply.hover();
      await reply.getByRole('button', { name: 'Copy message' }).click();
      await reply.getByRole('button', { name: 'Copied' }).waitFor();
      await expect.poll(() => clipboard(page)).toBe(TEXT);
      await page.clock.runFor(FEEDBACK_MS - 1);
      await expect.poll(() => reply.getByRole('button', { name: 'Copied' }).count()).toBe(1);
      await page.clock.runFor(1);
      await reply.getByRole('button', { name: 'Copy message' }).waitFor();
    },
  },
  {
    name: 'copy a block of code; its button says so for three seconds',
    needsScripts: true,
    async act(visitor) {
      const { page } = visitor;
      await readCode(visitor);
      const block = turn(page, 1).getByRole('figure');
      await block.getByRole('button', { name: 'Copy', exact: true }).click();
      await block.getByRole('button', { name: 'Copied' }).waitFor();
      await expect.poll(() => clipboard(page)).toBe(CODE);
      await page.clock.runFor(FEEDBACK_MS - 1);
      await expect.poll(() => block.getByRole('button', { name: 'Copied' }).count()).toBe(1);
      await page.clock.runFor(1);
      await block.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    },
  },
]);

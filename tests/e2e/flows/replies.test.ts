import { expect } from 'vitest';
import { newGate } from '../support/gate.ts';
import { hydrated } from '../support/hydration.ts';
import { register } from '../support/register.ts';
import { showSideBar } from '../support/side-bar.ts';
import {
  askFor,
  awaitBeginning,
  awaitEnd,
  messageBox,
  say,
  shownReply,
  stopButton,
  turn,
} from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

runThreeWays('replies', [
  {
    name: 'send a message and watch the reply grow',
    ways: ['on', 'off', 'late'],
    async act(visitor) {
      const { page, scripts } = visitor;
      const gate = newGate();
      await register(page);
      await say(visitor, `Tell me about rivers [[sandbox: length=120 pace=20 ${gate.at} hold=30]]`);
      const early = await awaitBeginning(page, /\w+ \w+ /);
      // Late scripts find it still growing.
      if (scripts === 'late') await hydrated(page);
      await gate.open();
      await expect.poll(async () => (await shownReply(page)).length).toBeGreaterThan(early.length + 20);
      await awaitEnd(visitor);
      expect((await turn(page, -1).innerText()).length).toBeGreaterThan(300);
    },
  },
  {
    name: 'stop a reply; what was written of it stays',
    ways: ['on', 'off'],
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      await say(visitor, `Tell me about rivers [[sandbox: length=60 pace=0 ${newGate().at} hold=30]]`);
      const words = (await awaitBeginning(page, /\w+ \w+ \w+ /)).match(/\w+ \w+ \w+/)?.[0] ?? 'no words';
      await stopButton(visitor).click();
      await awaitEnd(visitor);
      await page.getByRole('article').getByText('Stopped', { exact: true }).waitFor();
      await expect.poll(() => turn(page, -1).innerText()).toContain(words);
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('article').getByText('Stopped', { exact: true }).waitFor();
      await expect.poll(() => turn(page, -1).innerText()).toContain(words);
    },
  },
  {
    name: 'regenerate, go back to the first version, and find it after a reload',
    ways: ['on', 'off'],
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      // The sandbox gives another text for a repeated question.
      const question = `Compare tea and coffee ${Date.now().toString(36)} [[sandbox: pace=0]]`;
      await say(visitor, question);
      await awaitEnd(visitor);
      const first = 'Here is how I would weigh';
      await page.getByRole('button', { name: 'Regenerate' }).first().click();
      await page.getByText('Version 2 of 2').waitFor();
      await awaitEnd(visitor);
      await page.getByText(`Good question. ${first}`).waitFor();
      await page.getByRole('button', { name: 'Previous version' }).click();
      await page.getByText('Version 1 of 2').waitFor();
      await expect.poll(() => turn(page, -1).innerText()).not.toContain('Good question.');
      await page.reload({ waitUntil: 'commit' });
      await page.getByText('Version 1 of 2').waitFor();
      await expect.poll(() => turn(page, -1).innerText()).toContain(first);
      await expect.poll(() => turn(page, -1).innerText()).not.toContain('Good question.');
    },
  },
  {
    name: 'continue a reply that reached its length',
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      await say(visitor, 'Begin. [[sandbox: text="The first half" finish=length pace=0]]');
      await awaitEnd(visitor);
      const halves = (text: string) => text.split('The first half').length - 1;
      expect(halves(await shownReply(page))).toBe(1);
      await page.getByRole('button', { name: 'Continue' }).first().click();
      await expect.poll(async () => halves(await shownReply(page))).toBe(2);
      await awaitEnd(visitor);
      expect(halves(await turn(page, -1).innerText())).toBe(2);
      await expect.poll(() => page.getByRole('article').count()).toBe(2);
    },
  },
  {
    name: 'talk to a model of Anthropic’s wire, see what it thought, and let it go on',
    ways: [],
    async act(visitor) {
      const { page, settle } = visitor;
      await register(page);
      // The operator has no key for Anthropic.
      const headers = { 'sec-fetch-site': 'same-origin' };
      await page.request.put('/api/keys', { data: { name: 'anthropic', value: 'sk-ant-mine' }, headers });
      await settle();
      await page.getByRole('button', { name: /^Choose a model/ }).click();
      await page.getByRole('button', { name: /^Sandbox Messages Thinking, / }).click();
      await page.getByRole('button', { name: 'Choose a model Sandbox Messages Thinking' }).waitFor();
      const thought = 'First the point';
      await say(
        visitor,
        `Begin. [[sandbox: thinking="${thought}" text="The first half" finish=length pace=0]]`,
      );
      await awaitEnd(visitor);
      await turn(page, -1).getByRole('heading', { name: 'Sandbox Messages Thinking' }).waitFor();
      await expect.poll(() => turn(page, -1).innerText()).toContain('The first half');
      // The Markdown script arrives with the first of them.
      await expect.poll(() => turn(page, -1).textContent()).toContain(thought);
      await page.getByRole('button', { name: 'Continue' }).first().click();
      await expect
        .poll(async () => (await shownReply(page)).match(/The first half/g)?.length ?? 0)
        .toBeGreaterThan(1);
      await awaitEnd(visitor);
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Choose a model Sandbox Messages Thinking' }).waitFor();
      await expect.poll(() => page.getByRole('article').count()).toBe(2);
    },
  },
  {
    name: 'read why a reply failed and repeat it with one press',
    ways: [],
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      // The sandbox counts its faults by directive: each run has its own.
      const works = `Now it works ${Date.now().toString(36)}`;
      await say(visitor, `Fail once. [[sandbox: fault=500 times=2 text="${works}" pace=0]]`);
      await awaitEnd(visitor);
      await page.getByText('The provider couldn’t respond.', { exact: true }).waitFor();
      await expect.poll(() => messageBox(page).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Regenerate' }).first().click();
      await page.getByText('Version 2 of 2').waitFor();
      await awaitEnd(visitor);
      await turn(page, 1).getByText(works, { exact: true }).waitFor();
    },
  },
  {
    name: 'empty text is not sent',
    ways: [],
    // Without scripts the server refuses a file that the browser considered text.
    expected: [/400/],
    async act(visitor) {
      const { page, type, settle } = visitor;
      await register(page);
      await settle();
      const send = page.getByRole('button', { name: 'Send a message' });
      await send.click();
      await type([[messageBox(page), '   \n ']]);
      await send.click();
      await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
      await expect.poll(() => page.getByRole('article').count()).toBe(0);
      await page.goto('/chat/new', { waitUntil: 'commit' });
      await settle();
      await showSideBar(page);
      await page.getByText('Your chats will be listed here.').waitFor();
      await say(visitor, askFor('Something'));
    },
  },
]);

import { expect } from 'vitest';
import { register } from '../support/register.ts';
import { askFor, awaitEnd, messageBox, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const BING = '/chat/new?model=sandbox/bing';
const WEBSITE = 'sandbox/text-davinci-002-render-sha';
const TEXT = askFor('They flow.');

const field = ({ page }: Visitor, name: string) => page.locator(`select[name="option.${name}"]`);
const button = ({ page }: Visitor) => page.locator('button[name=opensOptions]');
const context = ({ page }: Visitor) => page.locator('textarea[name="option.context"]');
const persona = ({ page }: Visitor) => page.locator('textarea[name="option.systemMessage"]');
const suggestion = ({ page }: Visitor, text: string) => page.getByRole('button', { name: text, exact: true });

async function begin(visitor: Visitor, mode: 'false' | 'true', tone: string): Promise<void> {
  await register(visitor.page);
  await visitor.visit(BING);
  await field(visitor, 'jailbreak').selectOption(mode);
  await field(visitor, 'toneStyle').selectOption(tone);
  await say(visitor, TEXT);
  await awaitEnd(visitor);
}

/** The open conversation, as the API returns it. */
async function openConversation({ page }: Visitor): Promise<Record<string, unknown>> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  return (await (await page.request.get(`/api/convos/${id}`)).json()) as Record<string, unknown>;
}

runThreeWays('conversations with Bing', [
  {
    name: 'begin with a mode and a tone, which the next ones begin with, too',
    async act(visitor) {
      const { page, visit } = visitor;
      await begin(visitor, 'true', 'precise');
      await expect.poll(() => turn(page, 1).getByRole('heading').first().innerText()).toBe('Sydney');
      expect(await openConversation(visitor)).toMatchObject({
        jailbreak: true,
        toneStyle: 'precise',
        invocationId: 2,
      });
      await visit('/chat/new');
      await expect.poll(() => field(visitor, 'jailbreak').inputValue()).toBe('true');
      expect(await field(visitor, 'toneStyle').inputValue()).toBe('precise');
    },
  },
  {
    name: 'that have begun hide the tone and, for BingAI, the options; Sydney’s tone unfolds',
    async act(visitor) {
      const { page } = visitor;
      await begin(visitor, 'false', 'fast');
      await expect.poll(() => turn(page, 1).getByRole('heading').first().innerText()).toBe('BingAI');
      await visitor.settle();
      const folded = page.locator('[data-tone] > summary');
      await field(visitor, 'jailbreak').waitFor();
      for (const hidden of [button(visitor), folded, field(visitor, 'toneStyle')])
        await expect.poll(() => hidden.isVisible()).toBe(false);
      await field(visitor, 'jailbreak').selectOption('true');
      await button(visitor).waitFor();
      await folded.click();
      await field(visitor, 'toneStyle').selectOption('balanced');
      await button(visitor).click();
      await persona(visitor).waitFor();
      await visitor.type([[persona(visitor), 'You are Ada.']]);
      // Back to BingAI: the options close.
      await field(visitor, 'jailbreak').selectOption('false');
      for (const hidden of [persona(visitor), button(visitor)])
        await expect.poll(() => hidden.isVisible()).toBe(false);
      await field(visitor, 'jailbreak').selectOption('true');
      await say(visitor, TEXT);
      await expect.poll(() => page.getByRole('article').count()).toBe(4);
      await awaitEnd(visitor);
      await expect.poll(() => turn(page, 3).getByRole('heading').first().innerText()).toBe('Sydney');
      expect(await openConversation(visitor)).toMatchObject({
        jailbreak: true,
        toneStyle: 'balanced',
        systemMessage: 'You are Ada.',
        invocationId: 3,
      });
    },
  },
  {
    name: 'suggest what to ask next until they go on',
    async act(visitor) {
      const { page, settle } = visitor;
      await begin(visitor, 'false', 'creative');
      await suggestion(visitor, 'What else is there?').waitFor();
      await page.reload();
      await settle();
      await suggestion(visitor, 'Why is that so?').click();
      await expect.poll(() => turn(page, 2).innerText()).toContain('Why is that so?');
      await expect.poll(() => page.getByRole('article').count()).toBe(4);
      await awaitEnd(visitor);
      // Those of the new reply, once each.
      await expect.poll(() => suggestion(visitor, 'Tell me more').count()).toBe(1);
      expect(await turn(page, 3).getByRole('button', { name: 'Tell me more' }).count()).toBe(1);
    },
  },
  {
    name: 'count the tokens of a context, and say where it is too long',
    async act(visitor) {
      const { page, visit, scripts } = visitor;
      await register(page);
      await visit(BING);
      await button(visitor).click();
      await context(visitor).waitFor();
      expect(await persona(visitor).isVisible()).toBe(false);
      await visitor.type([[context(visitor), 'a b c']]);
      // Without scripts the page counts the stored options.
      const keep = async () => {
        if (scripts !== 'off') return;
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await button(visitor).click();
      };
      await keep();
      await page.getByText('3 of about 7,000 tokens').waitFor();
      await context(visitor).fill('a b '.repeat(6_000));
      await keep();
      await page.getByText('This exceeds the service’s limit').waitFor();
    },
  },
]);

runThreeWays('conversations at ChatGPT’s website', [
  {
    name: 'begin with a model that is chosen over the box, and have no options',
    async act(visitor) {
      const { page, visit } = visitor;
      await register(page);
      await visit(`/chat/new?model=${WEBSITE}`);
      const model = page.locator('select[name=barModel]');
      await model.waitFor();
      expect(await model.inputValue()).toBe(WEBSITE);
      expect(await button(visitor).count()).toBe(0);
      await visitor.type([[messageBox(page), 'Half']]);
      await model.selectOption(WEBSITE);
      await say(visitor, TEXT);
      await awaitEnd(visitor);
      await visitor.settle();
      expect(await model.count()).toBe(0);
      expect(await button(visitor).count()).toBe(0);
      expect(await openConversation(visitor)).toMatchObject({ endpoint: 'chatGPTBrowser', model: WEBSITE });
    },
  },
]);

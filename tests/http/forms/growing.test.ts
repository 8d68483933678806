import { describe, expect, it } from 'vitest';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { attribute } from '#tests/setup/plain-browser.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readForms } from '#tests/setup/page-forms.ts';
import { useWeb } from '#tests/setup/web.ts';
import { askFor, awaitPage, awaitReply, beginConversation, newPerson, turnsOf, valuesOf } from './person.ts';

const engine = useEngine();
const web = useWeb();
const gate = () => sandboxGate(engine.sandbox().url, 'river');
const GROWING = 'Tell me about rivers [[sandbox: length=40 pace=0 gate=river hold=20]]';

/** A conversation whose reply has some text and waits at the gate. */
async function growingReply() {
  const { browser, userId } = await newPerson(web.origin());
  const path = await beginConversation(browser, GROWING);
  await expect.poll(gate().waiting).toBe(1);
  const page = await awaitPage(browser, path, ({ body }) => body.includes('<iframe'));
  const frame = attribute(/<iframe\b[^>]*>/.exec(page.body)![0], 'src')!;
  /** Reads the frame until it contains this. */
  const readUntil = async (text: string) => {
    const leaving = new AbortController();
    const answer = await web.as(userId)(frame, { signal: leaving.signal });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let html = '';
    while (!html.includes(text)) html += (await reader.read()).value ?? '';
    leaving.abort();
    return html;
  };
  return { browser, path, frame, readUntil };
}

describe('a growing reply', () => {
  it('is stopped by the form in its frame; the text so far stays', async () => {
    const { browser, path, frame, readUntil } = await growingReply();
    const html = await readUntil('</form>');
    expect(readForms(html).map(({ buttons }) => buttons.map(({ label }) => label))).toEqual([['Stop']]);
    const stopped = await browser.pressOn({ path: frame, body: html }, 'Stop');
    expect(stopped.status).toBeLessThan(400);
    const [, reply] = turnsOf(await awaitReply(browser, path));
    expect(reply).toContain('Stopped');
    expect(reply).toMatch(/(\w+ ){5}/);
  });

  it('accepts no message: the text is returned with a 409, and can be sent once the reply has ended', async () => {
    const { browser, path } = await growingReply();
    const refused = await browser.press(path, 'Send a message', { text: askFor('Lakes.') });
    expect(refused.status).toBe(409);
    expect(valuesOf(refused).text).toBe(askFor('Lakes.'));
    await gate().open();
    await awaitReply(browser, path);
    await browser.pressOn({ path, ...refused }, 'Send a message');
    await awaitPage(browser, path, (page) => turnsOf(page).length === 4);
    expect(turnsOf(await awaitReply(browser, path)).at(-1)).toContain('Lakes.');
  });
});

import { describe, expect, it } from 'vitest';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { attribute } from '#tests/setup/plain-browser.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readForms } from '#tests/setup/page-forms.ts';
import { useWeb } from '#tests/setup/web.ts';
import {
  askFor,
  awaitPage,
  awaitReply,
  beginConversation,
  buttonsOf,
  linkOf,
  newPerson,
  turnsOf,
} from './person.ts';

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

  it('queues messages, whose forms edit, remove and send them; the rest follow the reply in order', async () => {
    const { browser, path } = await growingReply();
    for (const name of ['Lakes', 'Seas', 'Ponds', 'Hills'])
      await browser.press(path, 'Queue message', { text: askFor(`${name}.`) });
    const page = await browser.get(path);
    expect(buttonsOf(page)).not.toContain('Send a message');
    expect(queuedIn(page)).toEqual(['Lakes', 'Seas', 'Ponds', 'Hills']);
    // The forms of the first message come first.
    const removed = await browser.pressOn({ path, body: page.body }, 'Remove queued message');
    expect(removed).toMatchObject({ status: 302, location: `${path}#latest` });
    const opened = await browser.get(linkOf(await browser.get(path), 'Edit queued message'));
    const inEditor = readForms(opened.body).flatMap(({ controls }) =>
      controls.some(({ name }) => name === 'queuedId') ? controls.filter(({ name }) => name === 'text') : [],
    );
    expect(inEditor.map(({ value }) => value)).toEqual([askFor('Seas.')]);
    await browser.pressOn({ path, body: opened.body }, 'Save', { text: askFor('Oceans.') });
    const { body } = await browser.get(path);
    const ofPonds = body.slice(body.indexOf('Ponds'));
    await browser.pressOn({ path, body: ofPonds }, 'Stop and send now');
    await awaitPage(browser, path, (shown) => turnsOf(shown).length === 8);
    const turns = turnsOf(await awaitReply(browser, path));
    expect(turns[1]).toContain('Stopped');
    expect(
      ['Ponds.', 'Oceans.', 'Hills.'].map((text, index) => turns[3 + 2 * index]?.includes(text)),
    ).toEqual([true, true, true]);
    expect(queuedIn(await browser.get(path))).toEqual([]);
  });
});

/** The names in the queued messages of a page. */
const queuedIn = ({ body }: { body: string }) => {
  const [queue = ''] = /<section aria-label="Queued messages".*?<\/section>/s.exec(body) ?? [];
  return [...queue.matchAll(/text=&quot;(\w+)\.&quot;/g)].map(([, name]) => name);
};

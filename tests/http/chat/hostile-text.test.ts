import { describe, expect, it } from 'vitest';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readReplySoFar } from '#app/core/generation/stream/reader.ts';
import { redis } from '#app/core/platform/redis.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { useWeb } from '#tests/setup/web.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';

useEngine();
const web = useWeb();

/** Each stopped the process for seconds, or for ever, or was answered by 500. */
const SHAPES: Record<string, string> = {
  'list marks': '1. '.repeat(33_000),
  emphasis: 'a**b_'.repeat(32_000),
  'quotes in quotes': '>'.repeat(20_000) + ' deep',
  'lone dollars': '$$ '.repeat(60_000),
};

/** Shapes that no parser can handle, even in little time. */
const NESTED = new Set(['list marks', 'quotes in quotes']);

/** One shape of each kind on a page, the others in a frame; the full run shows all in both. */
const ON_PAGE = Object.entries(SHAPES).filter((_, at) => IS_FULL || at < 2);
const IN_FRAME = Object.entries(SHAPES).filter((_, at) => IS_FULL || at >= 2);

/** On one page. */
const REPLIES = IS_FULL ? 50 : 4;

const NOTE = 'Shown as plain text because formatting it would take too long.';

async function storedReplies(texts: string[]) {
  const { userId } = await createAccount();
  const conversation = await makeConversation(userId);
  const add = messageMaker(conversation);
  await add({ text: 'Say **something** for $5' });
  const ids: string[] = [];
  for (const text of texts) ids.push(await add({ text, reply: true }));
  await conversation.update({ leafId: ids.at(-1) });
  return { userId, path: `/chat/${conversation.id}` };
}

/**
 * Checks that the process is alive until some work is done. @returns the number of positive answers meanwhile
 */
async function healthyWhile<Result>(work: Promise<Result>): Promise<{ result: Result; healthy: number }> {
  const state = { isOver: false };
  const done = work.finally(() => (state.isOver = true));
  let healthy = 0;
  while (!state.isOver) {
    expect((await fetch(`${web.origin()}/healthz`)).status).toBe(200);
    healthy += 1;
  }
  return { result: await done, healthy };
}

/** The visible HTML, without the data for scripts. */
async function shownOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await response.text()).split('<script', 1)[0] ?? '';
}

describe('a stored reply of', () => {
  it.each(ON_PAGE)('%s is plain text in a page, and the process answers meanwhile', async (_, text) => {
    const { userId, path } = await storedReplies([text]);
    const { result, healthy } = await healthyWhile(web.as(userId)(path));
    const html = await shownOf(result);
    expect(healthy).toBeGreaterThan(1);
    expect(html).toContain(NOTE);
    expect(html).toContain(text.slice(0, 60).replaceAll('>', '&gt;'));
    expect(html.length).toBeLessThan(1_000_000);
  });

  it(`all shapes ${REPLIES} times is a page, and other people have theirs`, async () => {
    const shapes = Object.values(SHAPES);
    const texts = Array.from({ length: REPLIES }, (_, index) => `${index} ${shapes[index % shapes.length]}`);
    const hostile = await storedReplies(texts);
    const other = await storedReplies(['Some **bold** `code` and $x^2$']);
    const page = web.as(hostile.userId)(hostile.path);
    expect(await shownOf(await web.as(other.userId)(other.path))).toContain('<math');
    expect(await shownOf(await page)).toContain(NOTE);
  });
});

describe('a rendering', () => {
  // Only the full run has a second web process.
  it.each(IS_FULL ? ['second'] : [])('is cached for all processes: the %s view renders nothing', async () => {
    await redis().flushDb();
    const code = '```ts\nconst a = 1;\n```';
    const { userId, path } = await storedReplies([code, SHAPES['list marks'] ?? '']);
    expect(await shownOf(await web.as(userId)(path))).toContain('hljs-keyword');
    const keys = () => redis().keys('{rendered}:*');
    await expect.poll(async () => (await keys()).length).toBe(2);
    for (const key of await keys()) {
      const value = (await redis().get(key)) ?? '';
      // A cached value is shown unchanged, which distinguishes it from a new rendering.
      expect(value === 'p' || value.startsWith('h<figure')).toBe(true);
      await redis().set(key, `h<p>kept ${value === 'p' ? 'plain' : 'code'}</p>`, { KEEPTTL: true });
      expect(await redis().ttl(key)).toBeGreaterThan(3600);
    }
    const second = await startWebProcess();
    try {
      const html = await shownOf(await web.as(userId, second.origin)(path));
      expect(html).toContain('<p>kept code</p>');
      expect(html).toContain('<p>kept plain</p>');
    } finally {
      await second.stop();
    }
    expect(await shownOf(await web.as(userId)(path))).toContain('hljs-keyword');
  });

  it('is made again if the cache is empty', async () => {
    const { userId, path } = await storedReplies(['```ts\nconst b = 2;\n```']);
    await shownOf(await web.as(userId)(path));
    await redis().flushDb();
    expect(await shownOf(await web.as(userId)(path))).toContain('hljs-keyword');
  });
});

describe('a user’s text', () => {
  it('is shown as typed', async () => {
    const { userId, path } = await storedReplies(['ok']);
    expect(await shownOf(await web.as(userId)(path))).toContain('Say **something** for $5');
  });
});

describe('a reply that continues after forty list marks', () => {
  it('has a page and a frame', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const open = web.as(userId);
    const marks = '- '.repeat(40);
    const first = await admitMessage(chatSend(userId, `Say [[sandbox: text="${marks}" finish=length]]`));
    await expect.poll(async () => (await readReplySoFar(first.generationId)).text).toContain('- - - -');
    await expect
      .poll(async () => shownOf(await open(`/chat/${first.conversationId}`)))
      .not.toContain('<iframe');
    const more = await admitMessage(
      chatSend(userId, '', {
        conversationId: first.conversationId,
        mode: 'continue',
        parentMessageId: first.reply.messageId,
      }),
    );
    await shownOf(await open(`/chat/${first.conversationId}`));
    const frame = await (await open(`/replies/${more.generationId}/frame`)).text();
    expect(frame.endsWith('</main></div></body></html>')).toBe(true);
  });

  it.each(IN_FRAME)('is shown in the frame to its end: %s', async (name, text) => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const said = text.slice(0, 30_000);
    const reply = await admitMessage(chatSend(userId, `Say [[sandbox: text="${said}" pace=0]]`));
    const { result } = await healthyWhile(web.as(userId)(`/replies/${reply.generationId}/frame`));
    const html = await result.text();
    expect(html.endsWith('</main></div></body></html>')).toBe(true);
    // With its emphasis if that was rendered in time.
    const unmarked = (words: string) => words.replace(/<\/?strong>|\*\*/g, '');
    expect(unmarked(html)).toContain(unmarked(said.slice(0, 60)).replaceAll('>', '&gt;'));
    const notes = html.split(NOTE).length - 1;
    expect(notes).toBeGreaterThanOrEqual(NESTED.has(name) ? 1 : 0);
    expect(notes).toBeLessThanOrEqual(1);
  });
});

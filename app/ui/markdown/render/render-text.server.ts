import { availableParallelism } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { createThreadPool, threadEntry } from '#app/core/platform/threads/thread-pool.ts';
import { createBlockSplitter } from '#app/ui/markdown/blocks.ts';
import type { MarkdownLabels } from '#app/ui/markdown/labels.ts';
import { hasRiskyShape, plainNote, plainText } from '#app/ui/markdown/source/plain-text.ts';
import { openAfter } from '#app/ui/markdown/tree/headings.ts';
import { needsOf } from '#app/ui/markdown/tree/plugins.ts';
import { renderOrNull, type RenderedText, type RenderInput } from './render-stored.server.tsx';
import {
  findRenderings,
  storeRendering,
  rendererVersion,
  renderingKey,
  type Rendering,
} from './rendered-texts.server.ts';

/** Max processor time in milliseconds for one text, and for all texts of a page or a frame together. */
const TEXT_MS = 1000;

const PAGE_MS = 3000;

/** Max wait of a page for its texts, even when texts of other users occupy the threads. */
const PAGE_WAIT_MS = 10_000;

/** With less time left, no further text is started. */
const MIN_LEFT_MS = 50;

/** Longer texts are shown as plain text. Answers of providers and messages of users are shorter. */
const MAX_SOURCE = 400_000;

/** Max letters of HTML for all texts of a page; the remaining texts are plain text. */
const MAX_PAGE_HTML = 8_000_000;

/**
 * Up to this length a text without formulas, code and risky shape is parsed in a few milliseconds, and a
 * thread gains nothing.
 */
const MAX_INLINE = 4000;

const entry = threadEntry(import.meta.url, './render-thread.server.ts');

/**
 * A thread takes 60 MB with formulas and highlighting; the second one serves other users while the texts of
 * one user take long.
 */
const pool = createThreadPool<RenderInput, Rendering>({
  entry,
  threads: Math.min(2, availableParallelism()),
});

const version = rendererVersion(entry);

/** Renderings in progress: two views of a message at the same time render it once. */
const inProgress = new Map<string, Promise<Rendering | 'busy'>>();

/**
 * Time and HTML that a page may still spend on its texts, and the user who owns the page. One per page or
 * frame.
 */
export interface RenderBudget {
  owner: string;
  leftMs: number;
  leftHtml: number;
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * @param waitMs max time the page waits for all its texts; a frame is written for minutes and has no limit
 */
export function newRenderBudget(owner: string, waitMs = PAGE_WAIT_MS): RenderBudget {
  return { owner, leftMs: PAGE_MS, leftHtml: MAX_PAGE_HTML, until: Date.now() + waitMs };
}

export interface ShownText extends RenderedText {
  /** The text is plain, with a note above it that says so. */
  isPlain: boolean;
}

interface Options {
  budget: RenderBudget;
  /** True for texts that do not change: their renderings are cached for all processes. */
  isStored: boolean;
}

/**
 * Renders texts to HTML, in their order; a text that stays plain has a note. Never throws because of a text,
 * a thread or a cache.
 */
export async function renderTexts(inputs: RenderInput[], options: Options): Promise<ShownText[]> {
  const keys = inputs.map((input) => renderingKey(input, version));
  const known = await findRenderings(keys, options.isStored);
  const todo = inputs.flatMap((input, index) => {
    if (known[index] !== undefined) return [];
    return [{ input, index, key: keys[index] ?? '', isLight: isLight(input) }];
  });
  // Threads render the long texts while this process renders the short ones, each one after the other.
  const work = async (these: Todo[]) => {
    for (const each of these) {
      const rendering = await renderOnce(each, options);
      known[each.index] = rendering === 'busy' ? null : rendering;
    }
  };
  await Promise.all([work(todo.filter((each) => !each.isLight)), work(todo.filter((each) => each.isLight))]);
  return inputs.map((input, index) => show(input, known[index] ?? null, options.budget));
}

interface Todo {
  input: RenderInput;
  index: number;
  key: string;
  /** Short and harmless in shape: rendered in this process. */
  isLight: boolean;
}

function show({ text, labels }: RenderInput, rendering: Rendering, budget: RenderBudget): ShownText {
  if (rendering && rendering.html.length <= budget.leftHtml) {
    budget.leftHtml -= rendering.html.length;
    return { ...rendering, isPlain: false };
  }
  return { html: plainNote(labels.plain) + plainText(text), math: false, isPlain: true };
}

async function renderOnce(todo: Todo, options: Options): Promise<Rendering | 'busy'> {
  const { key, isLight } = todo;
  const running = inProgress.get(key);
  if (running) return running;
  const work = render(todo, options.budget);
  inProgress.set(key, work);
  try {
    const rendering = await work;
    if (rendering !== 'busy') storeRendering(key, rendering, options.isStored && !isLight);
    return rendering;
  } finally {
    inProgress.delete(key);
  }
}

async function render({ input, isLight }: Todo, budget: RenderBudget): Promise<Rendering | 'busy'> {
  if (input.text.length > MAX_SOURCE) return null;
  if (isLight) {
    // Lets other requests run between two texts of a page.
    await turn();
    return renderOrNull(input);
  }
  if (budget.leftMs < MIN_LEFT_MS || Date.now() > budget.until) return 'busy';
  const budgetMs = Math.min(TEXT_MS, budget.leftMs);
  const end = await pool.run({ owner: budget.owner, input, budgetMs });
  budget.leftMs -= end.state === 'done' ? end.spentMs : budgetMs;
  if (end.state === 'done') return end.output;
  if (end.state === 'failed') logger().error(errorFacts(end.error), 'a text could not be rendered');
  // Only a text that had the full time for one text is known to need more.
  return end.state === 'over' && budgetMs === TEXT_MS ? null : 'busy';
}

function isLight({ text }: RenderInput): boolean {
  if (text.length > MAX_INLINE) return false;
  const { math, code } = needsOf(text);
  return !math && !code && !/[$\\]/.test(text) && !hasRiskyShape(text);
}

/**
 * Renders a text that arrives in pieces, block by block in order, with the same result as the whole text. One
 * per text.
 * @param owner id of the user who owns the text
 */
export function createBlockRenderer(labels: MarkdownLabels, owner: string) {
  const splitter = createBlockSplitter();
  const budget = newRenderBudget(owner, Infinity);
  let open = '';
  let isNoted = false;
  return {
    push: splitter.push,
    open: splitter.open,
    /** @param key unique among the blocks of the text */
    async render(text: string, key: string): Promise<string> {
      const input = { text, labels, idPrefix: key, open };
      open = openAfter(text, open);
      const [shown] = await renderTexts([input], { budget, isStored: false });
      if (!shown?.isPlain) return shown?.html ?? '';
      const html = isNoted ? plainText(text) : shown.html;
      isNoted = true;
      return html;
    },
  };
}

/**
 * Renders stored answers to HTML, by their ids.
 * @param owner id of the user who owns the page: users take turns at the rendering threads
 */
export async function renderAnswers(
  answers: readonly { id: string; text: string }[],
  labels: MarkdownLabels,
  owner: string,
): Promise<Map<string, string>> {
  const inputs = answers.map(({ id, text }) => ({ text, labels, idPrefix: id, open: '' }));
  const texts = await renderTexts(inputs, { budget: newRenderBudget(owner), isStored: true });
  return new Map(answers.map(({ id }, index) => [id, texts[index]!.html]));
}

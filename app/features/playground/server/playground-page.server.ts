import { LISTING_MAX, SEARCH_MAX, type ListedOffer } from '#app/contracts/catalogue/listing.ts';
import { rateAmount, soldBy } from '#app/contracts/catalogue/rate-amount.ts';
import { AppError } from '#app/contracts/errors.ts';
import { MAX_PROMPT_FILES } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import {
  outputOf,
  PROMPT_FIELD,
  SUBCATEGORIES,
  writePair,
  type Subcategory,
} from '#app/contracts/playground/playground.ts';
import { selectModels } from '#app/core/catalogue/listing-selection.ts';
import { readListing, type Listing } from '#app/core/catalogue/listing.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { filesOfGenerations, findFiles } from '#app/core/files/records/owned-files.ts';
import { newestPartials } from '#app/core/generation/stream/partial-image.ts';
import { config } from '#app/core/platform/config.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { lastPromptKinds, readPrompts, type AnsweredPrompt } from '#app/core/playground/history.ts';
import { findPlayground, listPlaygrounds } from '#app/core/playground/playgrounds.ts';
import { readPromptFiles } from '#app/core/playground/prompt-files.ts';
import { findRunningCells } from '#app/core/targets/cell.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { translateFor } from '#app/ui/i18n/texts.server.ts';
import { firstPairs, firstSubcategory, LIST_ORDER, namedPairs, pairsOf } from './selection.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { FILE_FIELD, SORTS, type PairOption, type PlaygroundData } from '../playground-data.ts';
import { parameterFields } from './parameter-fields.server.ts';
import { viewPrompt, type RenderAnswers } from './view-cells.server.ts';

/** Max letters that an address brings into the box. */
const TEXT_MAX = 6000;

/** Replaces the id in the address of a new conversation. */
export const NEW_PLAYGROUND = 'new';

/**
 * Loads the playground: the available models, the selected ones, and the prompts with their answers. Visitors
 * get an empty one.
 * @throws Response 404 for a conversation that does not exist or belongs to another user
 */
export const loadPlayground = pageLoader(
  { auth: 'visitor' },
  async ({ user, request, url, params }, render: RenderAnswers): Promise<PlaygroundData> => {
    const { searchParams } = url;
    const id = params.playgroundId ?? NEW_PLAYGROUND;
    const isNew = id === NEW_PLAYGROUND;
    if (!isNew && !user) throw new Response(null, { status: 404 });
    const userId = user?.id ?? '';
    const listing = await readListing();
    const [found, runs] = await Promise.all([
      isNew ? null : findShown(userId, id),
      user ? listPlaygrounds(AUTOCOMMIT, userId) : [],
    ]);
    const subcategory = await subcategoryOf(searchParams, {
      listing,
      at: found && { userId, playgroundId: found.id },
    });
    const output = outputOf(subcategory);
    const before = Number(searchParams.get('before')) || null;
    // Loaded before the answers: an answer that ends meanwhile is then read as ended.
    const running = new Map(
      (user ? await findRunningCells(AUTOCOMMIT, userId) : []).map((run) => [run.generationId, run]),
    );
    const partials =
      output === 'image' ? await newestPartials([...running.keys()]) : new Map<string, number>();
    const page =
      found && output
        ? await readPrompts(AUTOCOMMIT, { playgroundId: found.id, output, before })
        : NO_PROMPTS;
    const answers = page.prompts.flatMap(({ cells }) => cells.filter(({ text }) => text !== ''));
    const html = await render(answers, userId);
    const generationIds = page.prompts.flatMap(({ cells }) => cells.map((cell) => cell.generationId));
    const [files, sent] = await Promise.all([
      filesOfGenerations(AUTOCOMMIT, { userId, generationIds }),
      readPromptFiles(AUTOCOMMIT, { userId, promptIds: page.prompts.map(({ prompt }) => prompt.id) }),
    ]);
    const prompts = await Promise.all(
      page.prompts.map((prompt) => viewPrompt(prompt, { listing, running, partials, html, files, sent })),
    );
    const last = page.prompts.at(-1);
    const priceOf = await priceTexts(request);
    const selection = readSelection(subcategory, searchParams, { listing, last, priceOf });
    return {
      playgroundId: found?.id ?? null,
      title: found?.title ?? null,
      isSignedIn: user !== null,
      text: (searchParams.get(PROMPT_FIELD) ?? '').slice(0, TEXT_MAX),
      files: user ? await readFilesOf(searchParams, userId) : [],
      demoUrl: config().DEMO_URL ?? null,
      prompts,
      hasEarlier: page.hasEarlier,
      runs,
      sort: SORTS.find((sort) => sort === searchParams.get('sort')) ?? 'place',
      lastOptions: last?.prompt.options ?? {},
      sendId: newId(),
      isAdding: searchParams.has('add'),
      output,
      ...selection,
      parameters: await parameterFields(output, selection.selected, listing),
      inputs: inputsOf(subcategory),
    };
  },
);

/** The files of the user that an address names; unknown ones are left out. */
async function readFilesOf(searchParams: URLSearchParams, userId: string): Promise<FileView[]> {
  const ids = searchParams.getAll(FILE_FIELD).filter(isId).slice(0, MAX_PROMPT_FILES);
  if (ids.length === 0) return [];
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return [...found.values()].map(viewFile);
}

const NO_PROMPTS: Awaited<ReturnType<typeof readPrompts>> = { prompts: [], hasEarlier: false };

type PriceOf = (offer: ListedOffer) => string;

/** Returns the rate by which the answers of an offer are sold, in the reader's language. */
async function priceTexts(request: Request): Promise<PriceOf> {
  const t = await translateFor(request, 'models');
  return ({ rates }) => {
    const name = soldBy(rates);
    const rate = name && rates[name];
    return rate ? t(`rate.${name}`, { amount: rateAmount(name, BigInt(rate.pico)) }) : '';
  };
}

interface SelectionInput {
  listing: Listing;
  /** The last prompt of the conversation. */
  last: AnsweredPrompt | undefined;
  priceOf: PriceOf;
}

function readSelection(
  subcategory: PlaygroundData['subcategory'],
  searchParams: URLSearchParams,
  { listing, last, priceOf }: SelectionInput,
) {
  const search = (searchParams.get('search') ?? '').slice(0, SEARCH_MAX);
  const listed = subcategory === 'audio' ? [] : pairsIn(listing, subcategory, '', priceOf);
  const named = searchParams.getAll('pair');
  const lastPairs = last?.cells.map(writePair) ?? [];
  const requested = namedPairs(listed, named.length > 0 ? named : lastPairs);
  const selected = requested.selected.length > 0 ? requested.selected : firstPairs(listed);
  const found = search && subcategory !== 'audio' ? pairsIn(listing, subcategory, search) : listed;
  // Selected pairs stay in the list, so that a search loses none.
  const isFound = new Set([...found, ...selected].map(({ pair }) => pair));
  return {
    subcategory,
    isMade: listed.length > 0,
    search,
    selected,
    wasCut: requested.wasCut,
    options: listed.filter(({ pair }) => isFound.has(pair)),
  };
}

function inputsOf(subcategory: PlaygroundData['subcategory']): PlaygroundData['inputs'] {
  if (subcategory === 'video-to-video') return { kind: 'video', most: 1 };
  if (subcategory === 'image-to-video') return { kind: 'image', most: 1 };
  return subcategory.startsWith('image-to-') ? { kind: 'image', most: MAX_PROMPT_FILES } : null;
}

function pairsIn(
  { models }: Listing,
  modality: Subcategory,
  search: string,
  priceOf?: PriceOf,
): PairOption[] {
  return pairsOf(
    selectModels(models, { search, filter: [modality], sort: LIST_ORDER }).slice(0, LISTING_MAX),
    modality,
    priceOf,
  );
}

/** Returns the chosen subcategory, else that of the last prompt, else the first one of a new conversation. */
async function subcategoryOf(
  searchParams: URLSearchParams,
  { listing, at }: { listing: Listing; at: { userId: string; playgroundId: string } | null },
): Promise<PlaygroundData['subcategory']> {
  const named = searchParams.get('category');
  const last = named === null && at ? await lastPromptKinds(AUTOCOMMIT, at) : undefined;
  return (
    readSubcategory(last ? `${last.from}-to-${last.output}` : named) ??
    firstSubcategory((one) => pairsIn(listing, one, ''), searchParams.getAll('pair'))
  );
}

function readSubcategory(text: string | null): PlaygroundData['subcategory'] | undefined {
  return text === 'audio' ? text : SUBCATEGORIES.find((one) => one === text);
}

/** Turns a missing conversation into a page of its own. */
async function findShown(userId: string, playgroundId: string) {
  try {
    return await findPlayground(AUTOCOMMIT, { userId, playgroundId });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw new Response(null, { status: 404 });
    throw error;
  }
}

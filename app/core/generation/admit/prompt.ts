import { AppError } from '#app/contracts/errors.ts';
import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import type { Output, Pair } from '#app/contracts/playground/playground.ts';
import { newId } from '#app/core/platform/ids.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';
import type { Cell } from '#app/core/playground/cell.ts';
import {
  findCell,
  findPlayground,
  findPrompt,
  findPromptByClientId,
  newestAttempt,
} from '#app/core/playground/playgrounds.ts';
import { readPromptFiles } from '#app/core/playground/prompt-files.ts';
import { addPrompt, chooseBest, insertCells } from '#app/core/playground/prompt.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { duplicateKey } from '#db/errors.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { admitCells, planCells, type AdmittedCell, type PlannedCell } from './cells.ts';
import { imageReader } from '#app/core/generation/plan/question.ts';
import { findInputs } from '#app/core/generation/plan/files.ts';

/** A playground prompt, already validated. */
export interface PromptSend {
  userId: string;
  requestId: string;
  /** null begins a new conversation. */
  playgroundId: string | null;
  /** Chosen by the client: prompts with the same id are one prompt, however often it arrives. */
  clientId: string | null;
  text: string;
  output: Output;
  /** In the order in which they are paid for, without duplicates. */
  pairs: readonly Pair[];
  options: PlaygroundOptions;
  /** Ids of its files. */
  files: readonly string[];
  isBlind: boolean;
}

/** A prompt that was admitted. */
export interface AdmittedPrompt {
  playgroundId: string;
  promptId: string;
  cells: AdmittedCell[];
}

/**
 * Admits a prompt for all of its pairs at once. Each is paid for separately, in their order: a pair that the
 * money does not cover is refused in its cell, and the others run. Sending the same prompt twice admits it
 * once.
 * @throws AppError not_found for a conversation that is not the user's; as `findInputs` for the files
 */
export async function admitPrompt(send: PromptSend): Promise<AdmittedPrompt> {
  const { userId, clientId } = send;
  const sent = clientId === null ? undefined : await findPromptByClientId(AUTOCOMMIT, { userId, clientId });
  if (sent) return { playgroundId: sent.playgroundId, promptId: sent.id, cells: [] };
  const isNew = send.playgroundId === null;
  if (send.playgroundId !== null)
    await findPlayground(AUTOCOMMIT, { userId, playgroundId: send.playgroundId });
  const files = await findInputs(send);
  const readOnce = imageReader();
  const [playgroundId, promptId] = [send.playgroundId ?? newId(), newId()];
  const planned = await planCells(
    send.pairs.map((pair) => ({ ...send, files, readOnce, pair, playgroundId, ...newIds(), position: null })),
  );
  const createdAt = new Date(sharedNow());
  const at = { userId, playgroundId, promptId, createdAt, attempt: 1 };
  const places = send.isBlind ? shuffled(planned) : planned;
  const cells = planned.map((cell) => toCell(cell, { ...at, position: places.indexOf(cell) + 1 }));
  const prompt = {
    id: promptId,
    userId,
    playgroundId,
    clientId,
    output: send.output,
    text: send.text,
    options: send.options,
    isBlind: send.isBlind,
    bestCellId: null,
    createdAt,
  };
  try {
    await transaction((tx) =>
      addPrompt(tx, {
        prompt,
        cells,
        fileIds: files.map(({ id }) => id),
        titleText: send.text || (files[0]?.name ?? ''),
        isNew,
      }),
    );
  } catch (error) {
    const other = clientId !== null && duplicateKey(error)?.endsWith('playground_prompts_client');
    if (!other) throw error;
    return admitPrompt(send);
  }
  return { playgroundId, promptId, cells: await admitCells(planned) };
}

/**
 * Repeats a pair's answer: a further attempt in place of an answer that has ended.
 * @throws AppError not_found for an answer that is not the user's, or if a file of its prompt is gone;
 *   conflict while an attempt in its place is running, and for an answer that has a later attempt
 */
export async function repeatCell(send: {
  userId: string;
  requestId: string;
  playgroundId: string;
  cellId: string;
}): Promise<AdmittedPrompt> {
  const { userId, playgroundId } = send;
  const named = await findCell(AUTOCOMMIT, send);
  const promptIds = [named.promptId];
  const [prompt, last, sent] = await Promise.all([
    findPrompt(AUTOCOMMIT, { userId, playgroundId, promptId: named.promptId }),
    newestAttempt(AUTOCOMMIT, named),
    readPromptFiles(AUTOCOMMIT, { userId, promptIds }),
  ]);
  const { files = [], missing = 0 } = sent.get(prompt.id) ?? {};
  if (missing > 0)
    throw new AppError('not_found', { param: 'files', message: 'A file of the prompt was deleted.' });
  const { model, provider, attempt, position } = last;
  // Two clicks on one button count once: the second names an attempt that was repeated meanwhile.
  if (last.id !== named.id || (last.state === 'queued' && !isLost(last))) throw stillGrows();
  const ask = {
    ...prompt,
    ...send,
    ...newIds(),
    files,
    readOnce: imageReader(),
    pair: { model, provider },
    position: prompt.position,
  };
  const planned = await planCells([ask]);
  const at = { userId, playgroundId, promptId: prompt.id, createdAt: new Date(sharedNow()) };
  try {
    const cells = planned.map((cell) => toCell(cell, { ...at, position, attempt: attempt + 1 }));
    await insertCells(AUTOCOMMIT, cells);
  } catch (error) {
    if (duplicateKey(error) === null) throw error;
    throw stillGrows();
  }
  if (prompt.bestCellId === last.id) await chooseBest(AUTOCOMMIT, { promptId: prompt.id, cellId: null });
  const cells = await admitCells(planned);
  await publishUserEvents(userId, [{ type: 'playground', playgroundId, change: 'changed' }]);
  return { playgroundId, promptId: prompt.id, cells };
}

/** Milliseconds within which a stored cell is admitted. */
const ADMITTED_MS = 30_000;

/** Whether a cell without a run is so old that it will never have one. */
export function isLost({ createdAt }: Pick<Cell, 'createdAt'>, now = sharedNow()): boolean {
  return now - createdAt.getTime() > ADMITTED_MS;
}

const newIds = () => ({ cellId: newId(), generationId: newId() });

function stillGrows(): AppError {
  return new AppError('conflict', {
    param: 'cellId',
    message: 'This answer is still in progress, or was already repeated.',
  });
}

/** Random order. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, by: Math.random() }))
    .sort((one, other) => one.by - other.by)
    .map(({ item }) => item);
}

function toCell(
  { ask, plan, error }: PlannedCell,
  place: Pick<Cell, 'userId' | 'playgroundId' | 'promptId' | 'createdAt' | 'attempt' | 'position'>,
): Cell {
  return {
    ...place,
    id: ask.cellId,
    generationId: ask.generationId,
    ...ask.pair,
    state: error ? 'refused' : 'queued',
    text: '',
    thinking: null,
    tokens: null,
    errorCode: error?.code ?? null,
    errorDetail: error?.message ?? null,
    errorParams: error?.params ?? {},
    inputMicro: plan?.estimate.inputMicro ?? null,
    outputPico: plan?.estimate.outputPico ?? null,
    chargedMicro: null,
    firstTokenMs: null,
    totalMs: null,
  };
}

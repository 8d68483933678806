import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { MOST_PAIRS, OUTPUTS, readPair, type Pair } from '#app/contracts/playground/playground.ts';
import { admitPrompt, repeatCell } from '#app/core/generation/admit/admit-prompt.ts';
import { stopCells } from '#app/core/generation/recover/stop.ts';
import { deleteFilesOf } from '#app/core/files/records/delete-files.ts';
import { consumeQuota, consumeWriteQuota } from '#app/core/limits/consume-quota.ts';
import { isId } from '#app/core/platform/ids.ts';
import { chooseBest, revealNames } from '#app/core/playground/choose-best.ts';
import { deletePlayground } from '#app/core/playground/delete-playgrounds.ts';
import { findCell, findPlayground, findPrompt } from '#app/core/playground/find.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields, TEXT_AS_TYPED } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { toAppError } from '#app/http/errors/error-response.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { PLAYGROUND_INTENTS, type PlaygroundIntent, type Refusal } from '../playground-data.ts';
import { continueInChat } from './continue-in-chat.server.ts';
import { NEW_PLAYGROUND } from './playground-page.server.ts';

interface Act {
  userId: string;
  requestId: string;
  address: string;
  /** null on the page of a new conversation. */
  playgroundId: string | null;
  form: FormData;
}

const ENVELOPE = z.object({ intent: z.string().optional(), text: TEXT_AS_TYPED });
const SEND = z.object({
  text: z.string('text is required.'),
  clientId: z.string().optional(),
  pair: z
    .array(z.string().max(201))
    .min(1, 'pair is required.')
    .max(MOST_PAIRS, `at most ${MOST_PAIRS} pairs`),
  output: z.enum(OUTPUTS).optional(),
  blind: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  max_tokens: z.int().min(1).optional(),
});
const CELL = z.object({ cellId: z.string('cellId is required.') });
const STOP = z.object({ cellId: z.string().optional() });
const PROMPT = z.object({ promptId: z.string('promptId is required.') });

/** Each answers where the browser goes next. */
const RUN: Record<PlaygroundIntent, (act: Act) => Promise<string>> = {
  send,
  stop,
  repeat,
  best,
  reveal,
  continue: goOnInChat,
  delete: remove,
};

/** Does what a form of the playground asks for, and leads to the page that shows it. */
export async function actOnPlayground({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  const { intent: named, text = '' } = readFields(form, ENVELOPE);
  const intent = PLAYGROUND_INTENTS.find((one) => one === named);
  const id = params.playgroundId ?? NEW_PLAYGROUND;
  const act: Act = {
    userId: user.id,
    requestId: context.requestId,
    address: context.clientAddress,
    playgroundId: id === NEW_PLAYGROUND ? null : id,
    form,
  };
  try {
    if (!intent) throw new AppError('invalid_request', { param: 'intent' });
    if (act.playgroundId !== null)
      await findPlayground(AUTOCOMMIT, { userId: user.id, playgroundId: act.playgroundId });
    if (intent !== 'send' && intent !== 'repeat') await consumeWriteQuota(user.id);
    return redirect(await RUN[intent](act));
  } catch (error) {
    if (error instanceof Response) throw error;
    const { code, params: values, message, status } = toAppError(error, context.requestId);
    return data<Refusal>({ error: { code, params: values, message }, text }, { status });
  }
}

async function send({ userId, requestId, address, playgroundId, form }: Act): Promise<string> {
  const { text, clientId, pair, output = 'text', blind, ...options } = readFields(form, SEND);
  if (text.trim() === '')
    throw new AppError('invalid_request', { param: 'text', message: 'text is required.' });
  const pairs = [...new Set(pair)].map(pairNamed);
  // Each pair is a call of its own.
  for (const _ of pairs) await consumeQuota({ userId, keyId: null, address });
  const admitted = await admitPrompt({
    userId,
    requestId,
    playgroundId,
    pairs,
    text: text.trim(),
    output,
    isBlind: blind !== undefined,
    clientId: isId(clientId ?? '') ? clientId! : null,
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  });
  return `/playground/${admitted.playgroundId}#p-${admitted.promptId}`;
}

function pairNamed(text: string): Pair {
  const pair = readPair(text);
  if (!pair) throw new AppError('invalid_request', { param: 'pair', message: 'pair: is no provider:model.' });
  return pair;
}

async function stop(act: Act): Promise<string> {
  const { playgroundId } = shown(act);
  const { cellId } = readFields(act.form, STOP);
  if (cellId !== undefined) await findCell(AUTOCOMMIT, { userId: act.userId, playgroundId, cellId });
  await stopCells(AUTOCOMMIT, { userId: act.userId, playgroundId, cellId: cellId ?? null });
  return `/playground/${playgroundId}${cellId === undefined ? '' : `#c-${cellId}`}`;
}

async function repeat(act: Act): Promise<string> {
  const { userId, requestId, address } = act;
  const { playgroundId, cellId } = { ...shown(act), ...readFields(act.form, CELL) };
  await findCell(AUTOCOMMIT, { userId, playgroundId, cellId });
  await consumeQuota({ userId, keyId: null, address });
  const { promptId } = await repeatCell({ userId, requestId, playgroundId, cellId });
  return `/playground/${playgroundId}#p-${promptId}`;
}

async function best(act: Act): Promise<string> {
  const at = { userId: act.userId, ...shown(act), ...readFields(act.form, CELL) };
  const { promptId } = await findCell(AUTOCOMMIT, at);
  await chooseBest(AUTOCOMMIT, { promptId, cellId: at.cellId });
  return changed(at, promptId);
}

async function reveal(act: Act): Promise<string> {
  const at = { userId: act.userId, ...shown(act), ...readFields(act.form, PROMPT) };
  await findPrompt(AUTOCOMMIT, at);
  await revealNames(AUTOCOMMIT, at.promptId);
  return changed(at, at.promptId);
}

async function changed(
  { userId, playgroundId }: { userId: string; playgroundId: string },
  promptId: string,
): Promise<string> {
  await publishUserEvents(userId, [{ type: 'playground', playgroundId, change: 'changed' }]);
  return `/playground/${playgroundId}#p-${promptId}`;
}

async function goOnInChat(act: Act): Promise<string> {
  const at = { userId: act.userId, ...shown(act), ...readFields(act.form, CELL) };
  return `/chat/${await continueInChat(at)}#latest`;
}

async function remove(act: Act): Promise<string> {
  const at = { userId: act.userId, ...shown(act) };
  await stopCells(AUTOCOMMIT, { ...at, cellId: null });
  const generationIds = await transaction((tx) => deletePlayground(tx, at));
  await deleteFilesOf(act.userId, generationIds);
  await publishUserEvents(act.userId, [
    { type: 'playground', playgroundId: at.playgroundId, change: 'deleted' },
  ]);
  return `/playground/${NEW_PLAYGROUND}`;
}

function shown({ playgroundId }: Act): { playgroundId: string } {
  if (playgroundId === null) throw new AppError('not_found', { param: 'conversationId' });
  return { playgroundId };
}

import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { MAX_PROMPT_FILES } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import {
  OPTIONS_OF,
  optionsFor,
  playgroundOptions,
  type OptionName,
} from '#app/contracts/playground/options.ts';
import { MAX_PAIRS, OUTPUTS, readPair, type Pair } from '#app/contracts/playground/playground.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { consumeQuota } from '#app/core/limits/quotas.ts';
import { isId } from '#app/core/platform/ids.ts';
import { readStoringForm } from '#app/http/body/files-form.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { ATTACHMENT_FIELD } from '#app/ui/files/attachment-field.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const SEND = playgroundOptions.extend({
  text: z.string().optional(),
  clientId: z.string().optional(),
  pair: z.array(z.string().max(201)).min(1, 'pair is required.').max(MAX_PAIRS, `at most ${MAX_PAIRS} pairs`),
  output: z.enum(OUTPUTS).optional(),
  blind: z.string().optional(),
  files: z.array(z.string().max(64)).max(MAX_PROMPT_FILES, `at most ${MAX_PROMPT_FILES} files`).optional(),
});

/** A form of the playground, and the user who sent it. */
export interface PlaygroundForm {
  userId: string;
  requestId: string;
  address: string;
  /** Null on the page of a new conversation. */
  playgroundId: string | null;
  form: FormData;
}

/** One more than a prompt may have, so that too many files are rejected and not ignored. */
const MAX_FILES = MAX_PROMPT_FILES + 1;

/**
 * Reads the prompt of a form, to send or to quote it.
 * @throws AppError that names the field
 */
export function readPrompt(form: FormData) {
  const {
    text = '',
    clientId,
    pair,
    output = 'text',
    blind,
    files = [],
    ...options
  } = readFields(form, SEND);
  return {
    pairs: [...new Set(pair)].map(pairNamed),
    text: text.trim(),
    output,
    files,
    isBlind: blind !== undefined,
    clientId: isId(clientId ?? '') ? clientId! : null,
    options: optionsFor(output, options),
  };
}

/**
 * Sends the prompt of a form to all its pairs.
 * @returns the address that the browser goes to next
 * @throws AppError that names the field
 */
export async function sendPrompt({
  userId,
  requestId,
  address,
  playgroundId,
  form,
}: PlaygroundForm): Promise<string> {
  const prompt = readPrompt(form);
  assertNotEmpty(prompt);
  // Each pair counts as one call.
  for (const _ of prompt.pairs) await consumeQuota({ userId, keyId: null, address });
  const admitted = await admitPrompt({ userId, requestId, playgroundId, ...prompt });
  return `/playground/${admitted.playgroundId}#p-${admitted.promptId}`;
}

/** @throws AppError for `text` when there is neither text nor a file */
export function assertNotEmpty({ text, files }: { text: string; files: readonly string[] }): void {
  if (text === '' && files.length === 0)
    throw new AppError('invalid_request', { param: 'text', message: 'text is required.' });
}

/** @throws AppError for `pair` when the text is no pair */
export function pairNamed(text: string): Pair {
  const pair = readPair(text);
  if (!pair) throw new AppError('invalid_request', { param: 'pair', message: 'pair: is no provider:model.' });
  return pair;
}

/** Reads a form of the playground, files included. */
export function readPromptForm(
  request: Request,
  userId: string,
): Promise<{ form: FormData; refusal: unknown }> {
  return readStoringForm(request, { userId, field: ATTACHMENT_FIELD, maxFiles: MAX_FILES });
}

/** Returns those `files` of a form that exist, to be shown again with the typed values. */
export async function viewSent(form: FormData, userId: string): Promise<FileView[]> {
  const ids = form.getAll('files').map(String).slice(0, MAX_FILES);
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return [...found.values()].map(viewFile);
}

/** Returns the values of a parameter form, as typed. */
export function typedOptions(form: FormData): Partial<Record<OptionName, string>> {
  const names = OUTPUTS.flatMap((output) => OPTIONS_OF[output]);
  const typed = names.map((name) => [name, form.get(name)] as const);
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value !== ''));
}

/** @throws AppError when a file of a form could not be stored */
export function assertFilesStored(refusal: unknown): void {
  if (refusal === undefined) return;
  throw refusal instanceof AppError ? refusal : new AppError('internal', { cause: refusal });
}

import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { PROMPT_FILES_MOST } from '#app/contracts/files/file-types.ts';
import { optionsFor, playgroundOptions } from '#app/contracts/playground/options.ts';
import { MOST_PAIRS, OUTPUTS, readPair, type Pair } from '#app/contracts/playground/playground.ts';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { consumeQuota } from '#app/core/limits/quotas.ts';
import { isId } from '#app/core/platform/ids.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import type { Act } from './act.server.ts';

const SEND = playgroundOptions.extend({
  text: z.string().optional(),
  clientId: z.string().optional(),
  pair: z
    .array(z.string().max(201))
    .min(1, 'pair is required.')
    .max(MOST_PAIRS, `at most ${MOST_PAIRS} pairs`),
  output: z.enum(OUTPUTS).optional(),
  blind: z.string().optional(),
  files: z.array(z.string().max(64)).max(PROMPT_FILES_MOST, `at most ${PROMPT_FILES_MOST} files`).optional(),
});

/**
 * The prompt of a form, as it is sent or priced.
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
 * Asks all pairs of a form.
 * @returns where the browser goes next
 * @throws AppError that names the field
 */
export async function sendPrompt({ userId, requestId, address, playgroundId, form }: Act): Promise<string> {
  const prompt = readPrompt(form);
  assertSaysSomething(prompt);
  // Each pair is a call of its own.
  for (const _ of prompt.pairs) await consumeQuota({ userId, keyId: null, address });
  const admitted = await admitPrompt({ userId, requestId, playgroundId, ...prompt });
  return `/playground/${admitted.playgroundId}#p-${admitted.promptId}`;
}

/** @throws AppError naming `text` */
export function assertSaysSomething({ text, files }: { text: string; files: readonly string[] }): void {
  if (text === '' && files.length === 0)
    throw new AppError('invalid_request', { param: 'text', message: 'text is required.' });
}

/** @throws AppError naming `pair` */
export function pairNamed(text: string): Pair {
  const pair = readPair(text);
  if (!pair) throw new AppError('invalid_request', { param: 'pair', message: 'pair: is no provider:model.' });
  return pair;
}

import { z } from 'zod';
import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { choiceOf } from '#app/contracts/endpoints/model-choice.ts';
import { fieldsOf, optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { PRESET_TITLE, PRESET_TITLE_MAX } from '#app/contracts/presets/preset.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { storeOptions } from '#app/core/conversations/setup.ts';
import { findPreset } from '#app/core/presets/preset.ts';
import { createPresets } from '#app/core/presets/saved-presets.ts';
import { findOptionedModel } from '#app/features/chat/conversation/chosen-model.server.ts';
import { lastPersonaCookie } from '#app/features/chat/send/options/last-persona.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { validate } from '#app/http/body/validate.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import {
  PRESET_FIELD,
  PRESET_TITLE_FIELD,
  RESET_BUTTON,
  SHOWN_FIELD,
} from '#app/ui/options/option-inputs.ts';
import { readFieldsOf } from '#app/ui/options/read-fields.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import {
  storeUnsent,
  requiredText,
  UNSENT,
  withModel,
  type IntentArgs,
  type IntentResult,
} from './intent-args.server.ts';

const SHOWN = UNSENT.extend({ model: requiredText('model') });

const USE = UNSENT.extend({ model: z.string().optional(), [PRESET_FIELD]: requiredText(PRESET_FIELD) });

const SAVE = UNSENT.extend({
  model: requiredText('model'),
  [PRESET_TITLE_FIELD]: z.string().trim().max(PRESET_TITLE_MAX).optional(),
});

/** Shows the options when no script opens them, and keeps the content of the composer. */
export async function openOptions({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { text, files = [], model } = readFields(form, SHOWN);
  const cookies = await storeShownOptions({ userId, conversationId, form });
  await storeUnsent({ userId, conversationId }, text, files);
  return { conversationId, leave: true, query: `${withModel(model)}&options=1`, cookies };
}

/** Stores the options of the next messages, also for new conversations. */
export async function setOptions({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { text, files = [], model } = readFields(form, SHOWN);
  const cookies = await storeShownOptions({ userId, conversationId, form });
  await storeUnsent({ userId, conversationId }, text, files);
  return { conversationId, query: withModel(model), cookies };
}

/**
 * Stores the options that a form of the composer shows, if it does: the user pressed another of its buttons,
 * or Enter in an option field, which without scripts presses the form's first button.
 * @returns cookies that remember them
 */
export async function storeShownOptions({
  userId,
  conversationId,
  form,
}: Pick<IntentArgs, 'userId' | 'conversationId' | 'form'>): Promise<string[]> {
  if (!form.has(SHOWN_FIELD)) return [];
  const { model } = readFields(form, SHOWN);
  const { id, facts } = await findOptionedModel(model);
  const fields = form.has(RESET_BUTTON) ? facts.options.filter(isInBar) : facts.options;
  const options = readOptionFields(form, { ...facts, options: fields }, id) ?? {};
  await storeOptions(AUTOCOMMIT, { userId, conversationId }, options);
  return cookiesOf(options);
}

/** Returns cookies that remember options for new conversations. */
export function cookiesOf(options: SendParameters): string[] {
  const cookie = lastPersonaCookie(options);
  return cookie === null ? [] : [cookie];
}

/**
 * Reads the options that a form shows; null when it shows none.
 * @throws AppError invalid_request with the name of the invalid option
 */
export function readOptionFields(form: FormData, facts: EndpointFacts, model: string): SendParameters | null {
  if (!form.has(SHOWN_FIELD)) return null;
  const given = readFieldsOf(form, fieldsOf(facts, model));
  return readOptions(facts, model, validate(optionsSchema(facts, model), given));
}

/**
 * Sets the model and the options of the next messages to those of a preset, and keeps the content of the
 * composer.
 */
export async function usePreset({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { presetId, text, files = [], model } = readFields(form, USE);
  const preset = await findPreset(AUTOCOMMIT, { userId, presetId });
  const chosen = preset.model ? choiceOf({ ...preset, model: preset.model }) : model;
  await storeOptions(AUTOCOMMIT, { userId, conversationId }, preset.options);
  await storeUnsent({ userId, conversationId }, text, files);
  const query = `${withModel(chosen) ?? ''}&options=1`;
  return { conversationId, leave: true, query, cookies: cookiesOf(preset.options) };
}

/**
 * Saves the model and the options that the composer shows as a preset, and keeps the content of the composer.
 */
export async function savePreset({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { text, files = [], model, presetTitle } = readFields(form, SAVE);
  const { id, endpoint, facts } = await findOptionedModel(model);
  const options = readOptionFields(form, facts, id) ?? {};
  await createPresets(userId, [
    { title: presetTitle || PRESET_TITLE, endpoint, model: id, options, carried: {} },
  ]);
  const optionCookies = await storeShownOptions({ userId, conversationId, form });
  await storeUnsent({ userId, conversationId }, text, files);
  return {
    conversationId,
    leave: true,
    query: `${withModel(model)}&options=1`,
    cookies: [flashCookie({ severity: 'success', key: 'presets:done.saved' }), ...optionCookies],
  };
}

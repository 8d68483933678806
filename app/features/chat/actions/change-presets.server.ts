import { z } from 'zod';
import { choiceOf } from '#app/contracts/endpoints/model-choice.ts';
import { PRESET_TITLE, PRESET_TITLE_MAX } from '#app/contracts/presets/preset.ts';
import { keepOptions } from '#app/core/conversations/setup.ts';
import { findPreset } from '#app/core/presets/preset.ts';
import { createPresets } from '#app/core/presets/saved-presets.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { PRESET_FIELD, PRESET_TITLE_FIELD } from '#app/ui/options/option-inputs.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findOptionedModel } from '../options/find-optioned-model.server.ts';
import { readOptionFields } from '../options/read-options.server.ts';
import { cookiesOf, keepShownOptions } from './change-options.server.ts';
import { requiredText, type IntentArgs, type IntentResult } from './intent-args.server.ts';
import { keepInBox, UNSENT, withModel } from './keep-in-box.server.ts';

const USE = UNSENT.extend({ model: z.string().optional(), [PRESET_FIELD]: requiredText(PRESET_FIELD) });
const SAVE = UNSENT.extend({
  model: requiredText('model'),
  [PRESET_TITLE_FIELD]: z.string().trim().max(PRESET_TITLE_MAX).optional(),
});

/** Sets the model and the options of the next messages to those of a preset, and keeps what stands in the composer. */
export async function usePreset({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { presetId, text, files = [], model } = readFields(form, USE);
  const preset = await findPreset(AUTOCOMMIT, { userId, presetId });
  const chosen = preset.model ? choiceOf({ ...preset, model: preset.model }) : model;
  await keepOptions(AUTOCOMMIT, { userId, conversationId }, preset.options);
  await keepInBox({ userId, conversationId }, text, files);
  const query = `${withModel(chosen) ?? ''}&options=1`;
  return { conversationId, leave: true, query, cookies: cookiesOf(preset.options) };
}

/** Saves the model and the options that the composer shows as a preset, and keeps what stands in it. */
export async function savePreset({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { text, files = [], model, presetTitle } = readFields(form, SAVE);
  const { id, endpoint, facts } = await findOptionedModel(model);
  const options = readOptionFields(form, facts, id) ?? {};
  await createPresets(userId, [
    { title: presetTitle || PRESET_TITLE, endpoint, model: id, options, carried: {} },
  ]);
  const kept = await keepShownOptions({ userId, conversationId, form });
  await keepInBox({ userId, conversationId }, text, files);
  return {
    conversationId,
    leave: true,
    query: `${withModel(model)}&options=1`,
    cookies: [flashCookie({ severity: 'success', key: 'presets:done.saved' }), ...kept],
  };
}

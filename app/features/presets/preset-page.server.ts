import { data } from '@remix-run/node';
import { z } from 'zod';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import { choiceOf, readModelChoice } from '#app/contracts/endpoints/model-choice.ts';
import { fieldsOf, optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { PRESET_TITLE_MAX } from '#app/contracts/presets/preset.ts';
import { findAnsweringId, findReplyModel } from '#app/core/catalogue/models.ts';
import { readSetup } from '#app/core/conversations/setup.ts';
import { findPreset } from '#app/core/presets/preset.ts';
import { changePreset, createPresets } from '#app/core/presets/saved-presets.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { validate } from '#app/http/body/validate.ts';
import { toAppError } from '#app/http/error-response.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { redirectWithToast } from '#app/http/page/page-answers.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { readFieldsOf } from '#app/ui/options/read-fields.ts';
import { typedOptions } from '#app/ui/options/typed-options.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { choiceOfPreset, listChoices } from './model-choices.server.ts';
import { NEW_PRESET, PRESETS_PATH, type PresetForm } from './presets-data.ts';
import { refusalText } from './presets-page.server.ts';

const FIELDS = z.object({
  act: z.enum(['save', 'model']).default('save'),
  title: z.string().trim().default(''),
  model: z.string().default(''),
  isDefault: z.string().optional(),
});

const EMPTY = { title: '', endpoint: null, model: null, options: {}, carried: {} };

/** Loads one preset for its form. */
export const loadPreset = pageLoader({ auth: 'user' }, async ({ user, request, params }) => {
  const shown = await readShown(user.id, String(params.presetId));
  return {
    preset: shown.form,
    choices: shown.choices,
    texts: await pageTexts(request, 'presets', 'options'),
  };
});

/** Saves a preset, or shows the options of another model with the values typed so far. */
export const actOnPreset = pageAction({
  auth: 'user',
  texts: 'presets',
  acts: async ({ form, user, request, context, params, t }) => {
    const shown = await readShown(user.id, String(params.presetId));
    const { act, title, model: choice, isDefault } = readFields(form, FIELDS);
    const typed = { ...shown.form, choice, title, isDefault: isDefault !== undefined };
    const chosen = await readChoice(choice, shown.form);
    const wrong = {
      ...(title.length > PRESET_TITLE_MAX && { title: t('error.title', { max: PRESET_TITLE_MAX }) }),
      ...(chosen === null && { model: t('error.model') }),
    };
    if (chosen === null || Object.keys(wrong).length > 0)
      return data<PresetForm>({ ...typed, ...chosen, typed: typedOptions(form), wrong }, { status: 400 });
    if (act === 'model') return data<PresetForm>({ ...typed, ...chosen, typed: typedOptions(form) });
    const { endpoint, model, answeredBy } = chosen;
    const facts = factsOf(endpoint) ?? ANY_ENDPOINT;
    const given = readFieldsOf(form, fieldsOf(facts, answeredBy));
    try {
      const preset = {
        title: title || t('defaultTitle'),
        endpoint,
        model: model || null,
        options: readOptions(facts, answeredBy, validate(optionsSchema(facts, answeredBy), given)),
        carried: shown.stored.carried,
        isDefault: isDefault !== undefined,
      };
      const { presetId } = shown.form;
      if (presetId === null) await createPresets(user.id, [preset]);
      else await changePreset({ userId: user.id, presetId }, preset);
    } catch (thrown) {
      const error = toAppError(thrown, context.requestId);
      const words = await refusalText(request, error);
      if (words === null) throw error;
      const answer = { ...typed, ...chosen, typed: typedOptions(form, error.param), error: words };
      return data<PresetForm>(answer, { status: error.status });
    }
    return redirectWithToast(PRESETS_PATH, 'presets:done.saved');
  },
});

type Chosen = Pick<PresetForm, 'endpoint' | 'model' | 'answeredBy'>;

/**
 * Returns the endpoint and the model of a choice in the menu; null for a model that is not available. The
 * preset's current choice stays valid, available or not.
 */
async function readChoice(choice: string, shown: PresetForm): Promise<Chosen | null> {
  if (choice === shown.choice) {
    const { endpoint, model, answeredBy } = shown;
    return { endpoint, model, answeredBy };
  }
  if (choice === '') return { endpoint: null, model: '', answeredBy: '' };
  const { endpoint, model } = readModelChoice(choice);
  try {
    const answering = await findReplyModel(AUTOCOMMIT, model, endpoint);
    return { endpoint: answering.endpoint, model, answeredBy: answering.id };
  } catch (error) {
    if (error instanceof AppError && error.code === 'model_not_found') return null;
    throw error;
  }
}

async function readShown(userId: string, presetId: string) {
  const isNew = presetId === NEW_PRESET;
  const [stored, choices] = await Promise.all([
    isNew ? EMPTY : findPreset(AUTOCOMMIT, { userId, presetId }),
    listChoices(),
  ]);
  const { title, endpoint, model, options, carried } = stored;
  const form: PresetForm = {
    presetId: isNew ? null : presetId,
    title,
    endpoint,
    model: model ?? '',
    answeredBy: model === null ? '' : await findAnsweringId(AUTOCOMMIT, model, endpoint ?? undefined),
    choice: model === null ? '' : (choiceOfPreset(choices, stored)?.id ?? choiceOf({ endpoint, model })),
    isDefault: !isNew && (await readSetup(AUTOCOMMIT, userId)).presetId === presetId,
    values: options,
    typed: null,
    carried: Object.keys(carried),
  };
  return { stored, form, choices };
}

import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import { choiceOf, readModelChoice } from '#app/contracts/endpoints/model-choice.ts';
import { fieldsOf, optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { PRESET_TITLE_MAX } from '#app/contracts/presets/preset.ts';
import { findReplyModel } from '#app/core/catalogue/find-model.ts';
import { readSetup } from '#app/core/conversations/setup.ts';
import { consumeWriteQuota } from '#app/core/limits/consume-quota.ts';
import { findPreset } from '#app/core/presets/find-presets.ts';
import { changePreset, createPresets } from '#app/core/presets/save-presets.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { validate } from '#app/http/body/validate.ts';
import { errorResponse, toAppError } from '#app/http/errors/error-response.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';
import { readFieldsOf } from '#app/ui/options/read-fields.ts';
import { typedOptions } from '#app/ui/options/typed-options.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { NEW_PRESET, PRESETS_PATH, type PresetForm } from './presets-data.ts';
import { choiceOfPreset, listChoices } from './server/model-choices.server.ts';
import { refusalWords } from './server/refusal.server.ts';

const FIELDS = z.object({
  act: z.enum(['save', 'model']).default('save'),
  title: z.string().trim().max(PRESET_TITLE_MAX).default(''),
  model: z.string().default(''),
  isDefault: z.string().optional(),
});

const EMPTY = { title: '', endpoint: null, model: null, options: {}, carried: {} };

/** One preset as a form. */
export async function loadPreset({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  try {
    const shown = await readShown(user.id, String(params.presetId));
    return {
      preset: shown.form,
      choices: shown.choices,
      texts: await pageTexts(request, 'presets', 'options'),
    };
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

/** Saves a preset, or shows the options of another model with what was typed so far. */
export async function actOnPreset({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const shown = await readShown(user.id, String(params.presetId));
    const { act, title, model: choice, isDefault } = readFields(form, FIELDS);
    const chosen = await readChoice(choice, shown.form);
    const typed = typedOptions(form);
    const answer: PresetForm = {
      ...shown.form,
      ...chosen,
      choice,
      title,
      isDefault: isDefault !== undefined,
      typed,
    };
    if (act === 'model') return data(answer);
    const facts = factsOf(chosen.endpoint) ?? ANY_ENDPOINT;
    const given = readFieldsOf(form, fieldsOf(facts, chosen.model));
    try {
      const t = await translateFor(request, 'presets');
      const preset = {
        title: title || t('defaultTitle'),
        endpoint: chosen.endpoint,
        model: chosen.model || null,
        options: readOptions(facts, chosen.model, validate(optionsSchema(facts, chosen.model), given)),
        carried: shown.stored.carried,
        isDefault: isDefault !== undefined,
      };
      const { presetId } = shown.form;
      if (presetId === null) await createPresets(user.id, [preset]);
      else await changePreset({ userId: user.id, presetId }, preset);
    } catch (thrown) {
      const error = toAppError(thrown, context.requestId);
      const words = await refusalWords(request, error);
      if (words === null) throw error;
      return data<PresetForm>({ ...answer, error: words }, { status: error.status });
    }
    const headers = { 'set-cookie': flashCookie({ severity: 'success', key: 'presets:done.saved' }) };
    return redirect(PRESETS_PATH, { headers });
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

/**
 * The endpoint and the model that a choice of the menu leads to. The choice that the preset has already stays as it is,
 * whether it is still on offer or not.
 * @throws AppError model_not_found
 */
async function readChoice(
  choice: string,
  shown: PresetForm,
): Promise<Pick<PresetForm, 'endpoint' | 'model'>> {
  if (choice === shown.choice) return { endpoint: shown.endpoint, model: shown.model };
  if (choice === '') return { endpoint: null, model: '' };
  const { endpoint, model } = readModelChoice(choice);
  return { endpoint: (await findReplyModel(AUTOCOMMIT, model, endpoint)).endpoint, model };
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
    choice: model === null ? '' : (choiceOfPreset(choices, stored)?.id ?? choiceOf({ endpoint, model })),
    isDefault: !isNew && (await readSetup(AUTOCOMMIT, userId)).presetId === presetId,
    values: options,
    typed: null,
    carried: Object.keys(carried),
  };
  return { stored, form, choices };
}

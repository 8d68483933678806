import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import { choiceOf } from '#app/contracts/endpoints/model-choice.ts';
import { AppError } from '#app/contracts/errors.ts';
import { PRESET_FILE_MAX_BYTES, PRESETS_MAX } from '#app/contracts/presets/preset.ts';
import { storeOptions, readSetup } from '#app/core/conversations/setup.ts';
import { findPreset, listPresets } from '#app/core/presets/preset.ts';
import { chooseDefault, createPresets, deletePreset } from '#app/core/presets/saved-presets.ts';
import { readFilesForm } from '#app/http/body/files-form.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast, type PageAnswer } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { choiceOfPreset, listChoices } from './model-choices.server.ts';
import { readPresetFile, takeFile } from './preset-input.server.ts';
import { FILE_FIELD, PRESETS_PATH, type PresetLine, type PresetsAnswer } from './presets-data.ts';

const NAMED = z.object({ presetId: z.string().default('') });

type Sent = SentForm<never, Awaited<ReturnType<typeof readSent>>>;

const MB = 1024 * 1024;

/** Loads the caller's presets. */
export const loadPresets = pageLoader({ auth: 'user' }, async ({ user, request }) => {
  const [presets, setup, choices] = await Promise.all([
    listPresets(AUTOCOMMIT, user.id),
    readSetup(AUTOCOMMIT, user.id),
    listChoices(),
  ]);
  const lines = presets.map((preset): PresetLine => ({
    presetId: preset.id,
    title: preset.title,
    modelName: choiceOfPreset(choices, preset)?.name ?? preset.model,
    options: Object.keys(preset.options).length,
    isDefault: preset.id === setup.presetId,
  }));
  return { lines, texts: await pageTexts(request, 'presets') };
});

/** Runs the form whose button was pressed, named by `act`. */
export const actOnPresets = pageAction({
  auth: 'user',
  read: readSent,
  acts: {
    use,
    default: (sent) => choose(sent, true),
    'no-default': (sent) => choose(sent, false),
    delete: remove,
    import: importFile,
  },
  refuse: async (error, { form, request }): Promise<PresetsAnswer | null> => {
    const text = form.get('act') === 'import' ? await refusalText(request, error) : null;
    return text === null ? null : { error: text };
  },
});

function readSent({ request }: PageRequest) {
  const bounds = { field: FILE_FIELD, maxFiles: 1, maxBytes: PRESET_FILE_MAX_BYTES };
  return readFilesForm(request, { ...bounds, consume: takeFile });
}

async function choose(sent: Sent, isDefault: boolean) {
  await chooseDefault(namedBy(sent), isDefault);
  return redirectWithToast(PRESETS_PATH, `presets:done.${isDefault ? 'default' : 'no-default'}`);
}

async function remove(sent: Sent) {
  await deletePreset(namedBy(sent));
  return redirectWithToast(PRESETS_PATH, 'presets:done.delete');
}

function namedBy({ form, user }: Sent) {
  return { userId: user.id, ...readFields(form, NAMED) };
}

/** Starts a new conversation with the model and the options of a preset. */
async function use(sent: Sent): Promise<PageAnswer<PresetsAnswer>> {
  const named = namedBy(sent);
  const { endpoint, model, options } = await findPreset(AUTOCOMMIT, named);
  await storeOptions(AUTOCOMMIT, { userId: named.userId, conversationId: null }, options);
  const query = model === null ? '' : `?model=${encodeURIComponent(choiceOf({ endpoint, model }))}`;
  return redirect(`/chat/${NEW_CONVERSATION}${query}`);
}

async function importFile({ user, results: [file] }: Sent) {
  if (!file) throw new AppError('invalid_request', { message: 'There is no file.', param: FILE_FIELD });
  if (file.status === 'rejected') throw file.reason;
  const { presets, leftOut } = await readPresetFile(file.value);
  await createPresets(user.id, presets);
  return data<PresetsAnswer>({ imported: { count: presets.length, leftOut } });
}

/**
 * Returns why a preset or a file of presets was rejected, in the reader's language; null for an error without
 * a text here.
 */
export async function refusalText(request: ApiRequest, { code, param }: AppError): Promise<string | null> {
  const [t, options] = await Promise.all([
    translateFor(request, 'presets'),
    translateFor(request, 'options'),
  ]);
  if (code === 'conflict') return t('error.full', { max: PRESETS_MAX });
  if (code === 'payload_too_large') return t('error.tooLarge', { max: PRESET_FILE_MAX_BYTES / MB });
  if (code === 'message_limit') return t('error.tooMany');
  if (code !== 'invalid_request') return null;
  const field = param?.split('.').at(-1);
  if (field === undefined || field === 'file') return t('error.notAFile');
  const known = ANY_ENDPOINT.options.find(({ name, aliases = [] }) => [name, ...aliases].includes(field));
  const label = known ? `${options(`label.${known.option}`)} (${param})` : (param ?? '');
  return t('error.field', { field: label });
}

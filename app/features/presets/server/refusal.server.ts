import type { ApiRequest } from '#app/contracts/api-request.ts';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import type { AppError } from '#app/contracts/errors.ts';
import { PRESET_FILE_MAX_BYTES, PRESETS_MAX } from '#app/contracts/presets/preset.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';

const MB = 1024 * 1024;

/** Why a preset or a file of them was refused, in the reader's words; null for what has no words here. */
export async function refusalWords(request: ApiRequest, { code, param }: AppError): Promise<string | null> {
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

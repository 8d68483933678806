import { invalidRequest, type WireError } from './errors.ts';
import { generateRequest, type GenerateRequest } from './generate-request.ts';
import { complaintAbout } from './rules.ts';

/**
 * Parses a body as strictly as the Gemini API does.
 * @returns the request, or its error
 */
export function readGenerateRequest(body: unknown, model: string): GenerateRequest | WireError {
  const result = generateRequest.safeParse(body);
  if (result.success) {
    const complaint = complaintAbout(result.data, model);
    return complaint === null ? result.data : invalidRequest(complaint);
  }
  const issue = result.error.issues[0];
  const path = (issue?.path ?? []).map((step) =>
    typeof step === 'number' ? `[${step}]` : `.${String(step)}`,
  );
  const place = path.join('').replace(/^\./, '');
  if (issue?.code === 'unrecognized_keys') {
    const unknown = `Invalid JSON payload received. Unknown name "${issue.keys[0]}"`;
    return invalidRequest(`${unknown}${place ? ` at '${place}'` : ''}: Cannot find field.`, place);
  }
  return invalidRequest(`* GenerateContentRequest.${place}: ${issue?.message ?? 'invalid'}`, place);
}

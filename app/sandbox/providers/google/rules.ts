import { signatureOf } from '../signature.ts';
import type { GenerateRequest, RequestTurn } from './generate-request.ts';

/** The sandbox's one model of the older kind: it thinks by a budget, and requires no signatures. */
export const OLDER_MODEL = 'gemini-2.5-flash-sandbox';

/** Replaces the signature of a call that the maker has not made. */
const UNSIGNED = 'skip_thought_signature_validator';

/**
 * Rules that no schema expresses: the order of turns, signatures, and parameters that some kinds of models
 * refuse.
 */
export function complaintAbout(request: GenerateRequest, model: string): string | null {
  const complaint = turnsComplaint(request) ?? toolsComplaint(request) ?? configComplaint(request, model);
  return complaint ?? (model === OLDER_MODEL ? null : signaturesComplaint(request));
}

function turnsComplaint({ contents }: GenerateRequest): string | null {
  if (contents[0]?.role === 'model') return 'Please ensure that multiturn requests start with a user role.';
  if (contents.at(-1)?.role === 'model')
    return 'Please ensure that multiturn requests end with a user role or a function response.';
  for (const [index, turn] of contents.entries()) {
    const asked = index === 0 ? [] : callsOf(contents[index - 1]);
    const answered = turn.parts.flatMap(({ functionResponse }) => functionResponse ?? []);
    if (asked.length !== answered.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    const isStrange = answered.some(
      ({ id, name }) => !asked.some((call) => call.id === id && call.name === name),
    );
    if (isStrange)
      return 'Please ensure that function response parts match function call parts by id and name.';
    if (index > 0 && turn.role === contents[index - 1]?.role)
      return 'Please ensure that multiturn requests alternate between user and model.';
  }
  return null;
}

function toolsComplaint({ tools, toolConfig }: GenerateRequest): string | null {
  const config = toolConfig?.functionCallingConfig;
  const names = (tools ?? []).flatMap(({ functionDeclarations }) =>
    functionDeclarations.map(({ name }) => name),
  );
  if (new Set(names).size < names.length) return 'Duplicate function declaration found.';
  if (!config) return null;
  if (names.length === 0) return 'Function calling config is set without function_declarations.';
  if (config.allowedFunctionNames && config.mode !== 'ANY')
    return 'Allowed function names should only be set when function calling mode is ANY.';
  const stranger = config.allowedFunctionNames?.find((name) => !names.includes(name));
  return stranger === undefined ? null : `Allowed function name ${stranger} is not declared.`;
}

function configComplaint({ generationConfig: config = {} }: GenerateRequest, model: string): string | null {
  const { thinkingConfig: thinking = {} } = config;
  if ((config.candidateCount ?? 1) > 1) return 'Multiple candidates is not enabled for this model';
  if (config.frequencyPenalty || config.presencePenalty) return 'Penalty is not enabled for this model';
  if (config.responseLogprobs) return `Logprobs is not enabled for models/${model}`;
  if (config.responseJsonSchema && config.responseMimeType !== 'application/json')
    return 'response_json_schema requires response_mime_type application/json.';
  if (thinking.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined)
    return 'You can only set only one of thinking budget and thinking level.';
  if (model !== OLDER_MODEL) {
    if (thinking.thinkingBudget !== undefined) return 'Thinking budget is not supported for this model.';
    return thinking.thinkingLevel === 'MINIMAL'
      ? 'Thinking level MINIMAL is not supported for this model.'
      : null;
  }
  if (thinking.thinkingLevel !== undefined) return 'Thinking level is not supported for this model.';
  return thinking.includeThoughts && thinking.thinkingBudget === 0
    ? 'Unable to submit request because thinking is disabled and include_thoughts is only enabled when thinking is enabled.'
    : null;
}

/** The first of several parallel calls is signed; text may be. Signed content must come back unchanged. */
function signaturesComplaint({ contents }: GenerateRequest): string | null {
  for (const turn of contents) {
    const [call] = turn.parts.filter(({ functionCall }) => functionCall);
    if (call?.functionCall && !call.thoughtSignature) {
      return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`default_api:${call.functionCall.name}\`, position 1.`;
    }
    for (const { functionCall, thoughtSignature, text } of turn.parts) {
      if (thoughtSignature === undefined || thoughtSignature === UNSIGNED) continue;
      const signed = functionCall
        ? signatureOf(`${functionCall.name} ${JSON.stringify(functionCall.args ?? {})}`)
        : signatureOf(text === undefined ? '' : wordsOf(turn));
      if (thoughtSignature !== signed) return 'Corrupted thought signature.';
    }
  }
  return null;
}

export function wordsOf({ parts }: RequestTurn): string {
  return parts.map(({ text }) => text ?? '').join('');
}

function callsOf(turn: RequestTurn | undefined): { id?: string | undefined; name: string }[] {
  return (turn?.parts ?? []).flatMap(({ functionCall }) => functionCall ?? []);
}

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { toAppError } from '#app/http/error-response.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { requestResetErrorText } from '#app/features/auth/form/error-texts.server.ts';
import { answerForm } from '#app/features/auth/form/form-answer.server.ts';
import { requestReset, type ResetWay } from './request-reset.server.ts';
import { findUser } from '#app/features/auth/require-user.server.ts';
import { requestResetRules } from '#app/features/auth/form/rules.server.ts';
import { AFTER_SIGN_IN } from '#app/features/auth/safe-path.ts';
import { authTexts } from '#app/features/auth/texts.server.ts';

/** What became of a request for a reset. `path` is the inline link's, where it may be shown. */
export interface ResetRequested {
  way: ResetWay;
  path: string | null;
}

export async function loadForgot({ request, context }: LoaderFunctionArgs) {
  if (await findUser(request, context)) throw redirect(AFTER_SIGN_IN);
  return null;
}

/** Asks for a reset by mail, by a link on the page, or says that the operator does it. */
export async function actOnForgot({ request, context }: ActionFunctionArgs) {
  const t = await authTexts(request);
  const submission = parseForm(await readForm(request), requestResetRules(t));
  if (submission.status !== 'success') return answerForm(submission);
  try {
    const { email } = submission.value;
    const { way, link } = await requestReset({
      email,
      address: context.clientAddress,
      isLocal: context.isLocal(),
    });
    const path = link === null ? null : new URL(link).pathname + new URL(link).search;
    return { requested: { way, path } satisfies ResetRequested };
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    return answerForm(submission, { form: requestResetErrorText(t)(error) }, error);
  }
}

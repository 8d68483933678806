import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { Namespace, Translate } from '#app/ui/i18n/translation.ts';
import { z } from 'zod';
import type { AppError } from '#app/contracts/errors.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { translate } from '#app/ui/i18n/texts.server.ts';
import type { LeadToSignIn, PageAccess } from './page-caller.ts';
import { asThrown, openPage, type PageRequest } from './page-loader.ts';

/** A form of a page that was sent, its caller, and the page's texts in the caller's language. */
export type SentForm<
  Texts extends Namespace = never,
  Input extends object = object,
  Auth extends PageAccess = 'user',
> = PageRequest<Auth> & Input & { form: FormData; t: Translate<Texts> };

type Act<Sent, Rest extends unknown[], Answer> = (sent: Sent, ...rest: Rest) => Promise<Answer>;

type Acts<Sent, Rest extends unknown[], Answer> =
  | Act<Sent, Rest, Answer>
  | Readonly<Record<string, Act<Sent, Rest, Answer>>>;

interface ActionSpec<
  Auth extends PageAccess,
  Texts extends Namespace,
  Input extends object,
  Rest extends unknown[],
  Answer,
  Refusal,
> {
  auth: Auth;
  /** Namespace of the texts for the errors of the page's forms. */
  texts?: Texts;
  /** False for forms that have limits of their own, or none: the others count as a change of the user's data. */
  counts?: boolean;
  /** Redirects visitors whose form must not get lost. */
  leadToSignIn?: LeadToSignIn;
  /** Reads the form, and what must exist before it counts; by default only the form. */
  read?: (page: PageRequest<Auth>) => Promise<{ form: FormData } & Input>;
  /** The act of each button, named by its field `act`; or one for all forms of the page. */
  acts: Acts<NoInfer<SentForm<Texts, Input, Auth>>, Rest, Answer>;
  /** Returns what the page shows for an error; null for the error page. */
  refuse?: (
    error: AppError,
    sent: NoInfer<SentForm<Texts, Input, Auth>>,
  ) => Refusal | null | Promise<Refusal | null>;
}

/** Data of a page with a status, if there is any. */
type Data<Value> = [Value] extends [never] ? never : ReturnType<typeof data<Value>>;

/**
 * Declares the action of a page. In this order it finds the caller, reads the form, counts it against the
 * write quota, and runs the act of the pressed button, which returns a redirect or the page's data. An error
 * of the last two is shown by the page (`refuse`), any other one by an error page.
 */
export function pageAction<
  Auth extends PageAccess,
  Answer,
  Texts extends Namespace = never,
  Input extends object = object,
  Rest extends unknown[] = [],
  Refusal = never,
>(
  spec: ActionSpec<Auth, Texts, Input, Rest, Answer, Refusal>,
): (args: ActionFunctionArgs, ...rest: Rest) => Promise<Answer | Data<Refusal>> {
  const read = spec.read ?? readOnlyForm<Input>;
  const act = actOf(spec.acts);
  return async (args, ...rest) => {
    const { request, context } = args;
    try {
      const page = await openPage(spec.auth, args, spec.leadToSignIn);
      const input = await read(page);
      const sent = (await withTexts({ ...page, ...input }, request, spec.texts)) as SentForm<
        Texts,
        Input,
        Auth
      >;
      try {
        if (page.user && spec.counts !== false) await consumeWriteQuota(page.user.id);
        return await act(sent, ...rest);
      } catch (thrown) {
        if (thrown instanceof Response) throw thrown;
        const error = toAppError(thrown, context.requestId);
        const refusal = spec.refuse ? await spec.refuse(error, sent) : null;
        if (refusal === null) throw errorResponse(error);
        return data(refusal, { status: error.status }) as Data<Refusal>;
      }
    } catch (error) {
      throw asThrown(error, context.requestId);
    }
  };
}

/** Adds the page's texts, which are created when an act or an error needs them: that takes milliseconds. */
async function withTexts<Texts extends Namespace>(
  sent: object,
  request: Request,
  namespace: Texts | undefined,
): Promise<object> {
  if (namespace === undefined) return sent;
  const language = await detectLocale(request);
  let t: Translate<Texts> | undefined;
  return Object.defineProperty(sent, 't', { get: () => (t ??= translate(language, namespace)) });
}

async function readOnlyForm<Input>({ request }: { request: Request }): Promise<{ form: FormData } & Input> {
  return { form: await readForm(request) } as { form: FormData } & Input;
}

/**
 * Combines the acts of a page into one, which runs that of the pressed button.
 * @throws AppError invalid_request for an unknown button
 */
function actOf<Sent extends { form: FormData }, Rest extends unknown[], Answer>(
  acts: Acts<Sent, Rest, Answer>,
): Act<Sent, Rest, Answer> {
  if (typeof acts === 'function') return acts;
  const button = z.object({ act: z.enum(Object.keys(acts)) });
  return async (sent, ...rest) => acts[readFields(sent.form, button).act]!(sent, ...rest);
}

import { showToast } from '#app/ui/toasts/show-toast.ts';
import { formText } from '#app/features/chat/send/use-draft.ts';
import type { ActionAnswer } from '#app/features/chat/conversation/action-answer.ts';

/**
 * Runs a form's action on the server, and shows the toast of its answer: the form may be gone by then. When the
 * server cannot be reached, the page stays with the typed text instead of an error page.
 */
export async function reachOrKeep<Answer extends ActionAnswer | Response>(
  request: Request,
  run: () => Promise<Answer>,
): Promise<Answer | ActionAnswer> {
  const copy = request.clone();
  try {
    const answer = await run();
    if ('toast' in answer && answer.toast) showToast(answer.toast);
    return answer;
  } catch (error) {
    // fetch throws a TypeError when no response came; anything else (a redirect) is thrown again.
    if (!(error instanceof TypeError)) throw error;
    const form = await copy.formData();
    return {
      ok: false,
      intent: form.get('intent') === 'send' ? 'send' : null,
      error: { code: 'unreached', params: {}, message: null, param: null },
      text: formText(form, 'text') || null,
      files: [],
    };
  }
}

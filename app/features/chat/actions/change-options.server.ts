import type { SendParameters } from '#app/contracts/send.ts';
import { keepOptions } from '#app/core/conversations/setup.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findOptionedModel } from '../options/find-optioned-model.server.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { RESET_BUTTON, SHOWN_FIELD } from '#app/ui/options/option-inputs.ts';
import { lastBingCookie } from '../last-bing.ts';
import { readOptionFields } from '../options/read-options.server.ts';
import { requiredText, type IntentArgs, type IntentResult } from './intent-args.server.ts';
import { keepInBox, UNSENT, withModel } from './keep-in-box.server.ts';

const SHOWN = UNSENT.extend({ model: requiredText('model') });

/** Shows the options where no script opens them, and keeps what stands in the composer. */
export async function openOptions({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { text, files = [], model } = readFields(form, SHOWN);
  const cookies = await keepShownOptions({ userId, conversationId, form });
  await keepInBox({ userId, conversationId }, text, files);
  return { conversationId, leave: true, query: `${withModel(model)}&options=1`, cookies };
}

/** Keeps the options that the next messages are sent with; those of a new conversation, too. */
export async function setOptions({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { text, files = [], model } = readFields(form, SHOWN);
  const cookies = await keepShownOptions({ userId, conversationId, form });
  await keepInBox({ userId, conversationId }, text, files);
  return { conversationId, query: withModel(model), cookies };
}

/**
 * Keeps the options that a form of the composer shows, if it does: another button of it was pressed, or Enter in one of
 * their fields, which without scripts presses the form's first button.
 * @returns cookies that remember them
 */
export async function keepShownOptions({
  userId,
  conversationId,
  form,
}: Pick<IntentArgs, 'userId' | 'conversationId' | 'form'>): Promise<string[]> {
  if (!form.has(SHOWN_FIELD)) return [];
  const { model } = readFields(form, SHOWN);
  const { id, facts } = await findOptionedModel(model);
  const fields = form.has(RESET_BUTTON) ? facts.options.filter(isInBar) : facts.options;
  const options = readOptionFields(form, { ...facts, options: fields }, id) ?? {};
  await keepOptions(AUTOCOMMIT, { userId, conversationId }, options);
  return cookiesOf(options);
}

/** Cookies that remember options for new conversations. */
export function cookiesOf(options: SendParameters): string[] {
  const cookie = lastBingCookie(options);
  return cookie === null ? [] : [cookie];
}

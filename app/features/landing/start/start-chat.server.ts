import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { DEFAULT_SORT } from '#app/contracts/catalogue/listing.ts';
import { rateAmount } from '#app/contracts/catalogue/rate-amount.ts';
import { AppError } from '#app/contracts/errors.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { fitsAddress, newChatHref } from '#app/contracts/prompt-address.ts';
import { signupCredit } from '#app/core/accounts/credentials/email-address.ts';
import { selectModels } from '#app/core/catalogue/listing-selection.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { config } from '#app/core/platform/config.ts';
import { readFields, TEXT_AS_TYPED } from '#app/http/body/parse-form.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import type { StartData, StartModel, StartRefusal } from './start-data.ts';

/** Models in the box; all others are in the menu of the chat. */
const MAX_MODELS = 8;

const START = z.object({ prompt: TEXT_AS_TYPED, model: TEXT_AS_TYPED });

/** Max letters of a model's id. */
const ID_MAX = 200;

/** Loads the box of the first screen, for a user or a visitor. */
export async function loadStart(isSignedIn: boolean): Promise<StartData> {
  const { ALLOW_REGISTRATION: isRegistrationOpen, CHECK_BALANCE: isPaid } = config();
  const credit = !isSignedIn && isRegistrationOpen && isPaid ? signupCredit() : 0n;
  return {
    isSignedIn,
    isRegistrationOpen,
    credit: credit > 0n ? formatMicro(credit) : null,
    models: await listStartModels(),
  };
}

/** The first models of the catalog that answer in the chat. */
async function listStartModels(): Promise<StartModel[]> {
  const { models } = await readListing();
  return selectModels(models, {
    search: '',
    filter: ['text-to-text'],
    sort: DEFAULT_SORT,
  })
    .filter(({ canChat, bar }) => canChat && bar === null)
    .slice(0, MAX_MODELS)
    .map(({ id, name, offers }) => {
      const output = offers[0]?.rates.output;
      return { id, name, output: output ? rateAmount('output', BigInt(output.pico)) : null };
    });
}

/**
 * Takes a text of the landing page to the box of a new chat, where its user sends it: a visitor signs up first.
 * A text that no address can carry is shown again.
 */
export const startChat = pageAction({
  auth: 'visitor',
  counts: false,
  acts: async ({ user, form }) => {
    const { text, model } = typedIn(form);
    if (!fitsAddress(text)) throw new AppError('invalid_request', { param: 'prompt' });
    const chat = newChatHref({ text, model: model.length > ID_MAX ? '' : model });
    if (user) return redirect(chat, 303);
    const join = config().ALLOW_REGISTRATION ? '/register' : '/login';
    return redirect(`${join}?redirectTo=${encodeURIComponent(chat)}`, 303);
  },
  refuse: ({ param }, { form }): StartRefusal | null => (param === 'prompt' ? typedIn(form) : null),
});

function typedIn(form: FormData): StartRefusal {
  const { prompt = '', model = '' } = readFields(form, START);
  return { text: prompt.trim(), model };
}

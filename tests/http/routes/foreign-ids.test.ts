import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { createVideoModel } from '#tests/factories/video-call.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';
import { callsOf, type IdCall } from './id-places.ts';
import type { IdKind } from './id-kinds.ts';
import { TEMPLATES } from './id-templates.ts';
import { createOwner, rowsOf, send, type Owner } from './owner.ts';
import { routeFiles } from './route-files.ts';

Object.assign(process.env, UNSERVED);

/** Routes in which a caller names no id of a row. */
const WITHOUT_IDS = new Set(
  `$.tsx _shell._public._index.tsx _shell._public.docs.tsx _shell._public.docs.$chapter.tsx _shell._public.docs._index.tsx _shell._public.docs.search.tsx
   docs.$chapter[.]md.ts docs[.]md.ts _shell._public.models.tsx _shell._public.models_.$provider.$modelName.tsx _shell._public.models_.compare.tsx
   _shell._public.privacy.tsx _shell._public.terms.tsx _shell._public.tsx _shell._account.balance.tsx _shell._account.balance_.checkout.tsx
   _shell._account.balance_.limits.tsx _shell._account.balance_.purchases.tsx _shell._account.balance_.top-up.tsx
   _shell._account.balance_.top-up_.card.tsx _shell._settings.settings.tsx _shell.tsx _shell._account.tsx _shell._settings.tsx
   _shell._settings.settings_.import.tsx _shell._settings.settings_.provider-keys.tsx _shell._settings.settings_.provider-keys_.$name.tsx api.keys.ts api.keys_.$name.ts
   _shell._account.keys_.webhooks.tsx _shell._account.usage.tsx api.$.ts api.api-keys.ts api.auth.login.ts api.auth.logout.ts api.auth.refresh.ts
   api.auth.register.ts api.auth.requestPasswordReset.ts api.auth.resetPassword.ts api.balance.ts api.config.ts
   api.convos_.clear.ts api.trash.ts api.trash_.clear.ts api.endpoints.ts api.events.ts api.files.ts api.hub.activity.ts api.hub.featured.ts
   api.hub.models.ts api.hub.models_.$provider.$name.ts api.hub.models_.$provider.$name_.figures.ts api.models.ts api.tokenizer.ts api.user.ts api.user_.data.ts api.user_.users.ts
   api.v1.$.ts api.v1.chat.completions.ts api.v1.completions.ts api.v1.credits.ts api.v1.embeddings.ts api.v1.images.edits.ts
   api.v1.images.generations.ts api.v1.key.ts api.v1.models.ts
   api.v1.messages.ts api.v1.messages_.count_tokens.ts api.v1.models_.$.ts api.v1.openapi[.]json.ts api.v1.quote.ts api.v1.videos.ts api.v1.videos_.edits.ts
   api.v1.videos_.extensions.ts api.v1.videos_.$videoId_.remix.ts api.v1.webhook_endpoints.ts _shell.chat._index.tsx _shell.chat.help.tsx _shell.chat.tsx _shell.chat_.archived.tsx _shell.chat_.folders.tsx api.folders.ts
   forgot-password.tsx llms[.]txt.ts login.tsx logout.ts register.tsx reset-password.tsx robots[.]txt.ts
   playground._index.tsx _shell._settings.prompts.tsx api.prompts.ts _shell.search.tsx search_.$query.ts api.search.ts api.search_.enable.ts settings_.preferences.ts settings_.data_.archive.ts sitemap[.]xml.ts verify-email.tsx
   usage_.export[.]csv.ts usage_.export[.]json.ts
   share.$token.tsx share.$token_.files.$file.ts
   api.webhooks.coinbase.ts api.webhooks.stripe.ts api.media.webhooks.$provider.$generationId.ts`.split(
    /\s+/,
  ),
);

/**
 * Pages of administrators, who may name any row: for others they do not exist (http/admin/routes.test.ts).
 */
const isOfOperator = ({ file }: { file: string }) => file.startsWith('_shell._operator.');

useFileStore({ keepsFiles: true });
const web = useWeb();
let own: Owner;
let other: Owner;

beforeAll(async () => {
  await createModel();
  await createVideoModel();
  [own, other] = [await createOwner(web.as), await createOwner(web.as)];
});

const patterns = Object.keys(TEMPLATES);
const NAMED: Record<string, (kind: IdKind) => string> = {
  'another user’s': (kind) => other.ids[kind],
  unknown: () => newId(),
  // Clients of the playground name its conversations.
  malformed: (kind) => (kind === 'playground' ? 'no.id.at.all' : 'no-id-at-all'),
};

describe('the list of routes', () => {
  it('contains every route with an id, and every other route is known to have none', () => {
    const files = routeFiles().filter((one) => !isOfOperator(one));
    const listed = files.filter(({ pattern }) => pattern in TEMPLATES);
    expect(listed.map(({ pattern }) => pattern).sort()).toEqual(patterns.toSorted());
    const rest = files.filter(({ pattern }) => !(pattern in TEMPLATES)).map(({ file }) => file);
    expect(rest.sort()).toEqual([...WITHOUT_IDS].toSorted());
  });

  it('contains every method of these calls', async () => {
    for (const pattern of patterns.filter((one) => one.startsWith('/api/'))) {
      const [call] = callsOf(pattern, (kind) => own.ids[kind], own.ids);
      const answer = await own.fetch(call!.path, { method: 'OPTIONS' });
      const methods = (answer.headers.get('allow') ?? '')
        .split(', ')
        .filter((one) => !/HEAD|OPTIONS/.test(one));
      const known = new Set(TEMPLATES[pattern]!.map(({ method }) => method));
      expect([pattern, ...methods.sort()]).toEqual([pattern, ...[...known].sort()]);
    }
  });
});

const nameOf = ({ method, route, body, place }: IdCall) =>
  `${method} ${route} ${body?.toString() ?? ''} with ${place}`;

describe.each(Object.keys(NAMED))('an id that is %s', (what) => {
  const rows = async () => [await rowsOf(own), await rowsOf(other)];
  let before: Awaited<ReturnType<typeof rows>>;
  beforeAll(async () => {
    before = await rows();
  });

  it.each(patterns)('is refused by %s', async (pattern) => {
    const wrong: string[] = [];
    for (const call of callsOf(pattern, NAMED[what]!, own.ids)) {
      const status = await send(own, call);
      const wanted = what === 'malformed' ? call.malformed : call.status;
      if (status !== wanted) wrong.push(`${nameOf(call)}: ${status} and not ${wanted}`);
    }
    expect(wrong).toEqual([]);
    if (IS_FULL) expect(await rows()).toEqual(before);
  });

  // In the default run for all calls together; the full run names the route.
  it('changes nothing', async () => {
    expect(await rows()).toEqual(before);
  });
});

describe('the same call with the user’s own ids only', () => {
  let owner: Owner;

  /** One call of each form of a route; a form with several ids would give the same call again. */
  const ownCalls = (pattern: string) => {
    const calls = callsOf(pattern, (kind) => owner.ids[kind], owner.ids);
    return [
      ...new Map(
        calls.map((call) => [`${call.method} ${call.path} ${call.body?.toString()}`, call]),
      ).values(),
    ];
  };
  const isRefused = (status: number) => [400, 402, 404, 429].includes(status) || status >= 500;

  it.each(patterns)('is accepted by %s', async (pattern) => {
    owner ??= await createOwner(web.as);
    const refused: string[] = [];
    for (const place of ownCalls(pattern).keys()) {
      if (IS_FULL) owner = await createOwner(web.as);
      let status = await send(owner, ownCalls(pattern)[place]!);
      if (isRefused(status)) {
        // An earlier call may have deleted what this one names, or used up a limit: a new owner repeats it.
        owner = await createOwner(web.as);
        status = await send(owner, ownCalls(pattern)[place]!);
      }
      if (isRefused(status)) refused.push(`${nameOf(ownCalls(pattern)[place]!)}: ${status}`);
    }
    expect(refused).toEqual([]);
  });
});

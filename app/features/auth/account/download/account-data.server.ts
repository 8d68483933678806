import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { pageSessions } from '#app/core/accounts/sessions/sessions.ts';
import { stateOf, type ApiKey } from '#app/core/api-keys/api-key.ts';
import { maskedValue } from '#app/core/api-keys/key-value.ts';
import { pageKeys } from '#app/core/api-keys/stored-keys.ts';
import { pageContents } from '#app/core/call-contents/call-contents.ts';
import { pageConversations } from '#app/core/conversations/conversations.ts';
import { pageDrafts } from '#app/core/conversations/drafts.ts';
import { pageAllBranches } from '#app/core/conversations/messages/whole-conversation.ts';
import { pageQueued } from '#app/core/conversations/queued-messages.ts';
import { readSetup } from '#app/core/conversations/setup.ts';
import { findArchive, viewArchive } from '#app/core/exports/archive/archive.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { pageFiles } from '#app/core/files/records/owned-files.ts';
import { pageCalls } from '#app/core/generation/report/call-export.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { listEntries } from '#app/core/ledger/entries.ts';
import { pagePurchases } from '#app/core/payments/purchase.ts';
import { exportTopUpSettings, pageTopUps } from '#app/core/payments/top-ups/top-up.ts';
import { readPrompts } from '#app/core/playground/history.ts';
import { pagePlaygrounds } from '#app/core/playground/playgrounds.ts';
import { readPromptFiles } from '#app/core/playground/prompt-files.ts';
import { listPresets, viewPreset } from '#app/core/presets/preset.ts';
import { listOwnTemplates } from '#app/core/prompts/own-templates.ts';
import { listKeys } from '#app/core/provider-keys/provider-keys.ts';
import { pageResponses } from '#app/core/responses/responses.ts';
import { describeShare, pageShares } from '#app/core/shares/share.ts';
import { sharedPages } from '#app/core/shares/shared-branch.ts';
import { pageDeliveries, viewDelivery } from '#app/core/webhooks/deliveries/delivery.ts';
import { listEndpoints, viewEndpoint } from '#app/core/webhooks/endpoint.ts';
import type { Preferences } from '#app/ui/preferences/preferences.ts';
import { AUTOCOMMIT as tx } from '#db/transaction.ts';
import { pagesAfter, toJson, writeList } from './json-list.ts';

/** Rows per page; fewer for rows that may hold long texts. */
const MAX_ROWS = 500;
const MAX_DRAFTS = 10;
const MAX_RESPONSES = 2;

interface Owner {
  user: SessionUser;
  preferences: Preferences;
  at: Date;
}

/**
 * Yields everything that is stored about a user as the pieces of one JSON text. Each piece is a page of rows,
 * read when it is needed, so that the size of the account does not matter. The last field marks the file as
 * complete.
 */
export async function* writeData({ user, preferences, at }: Owner): AsyncGenerator<string> {
  const userId = user.id;
  const account = await findAccount(tx, userId);
  const { defaultModel, keepsCalls, refusesStore, locale, ...profile } = user;
  const settings = { ...preferences, mailLanguage: locale, defaultModel, keepsCalls, refusesStore };
  yield `{"format":"parlance-account-data","version":1,"createdAt":${toJson(at)},\n`;
  yield `"profile":${toJson(profile)},\n"settings":${toJson(settings)},\n`;
  yield `"balanceMicro":${toJson(account?.balanceMicro ?? 0n)}`;
  yield* writeList(
    'sessions',
    pagesAfter(
      (after) => pageSessions(tx, { userId, after, max: MAX_ROWS }),
      ({ id }) => id,
    ),
  );
  yield* writeList(
    'apiKeys',
    pagesAfter(
      (after) => pageKeys(tx, { userId, after, max: MAX_ROWS }),
      ({ id }) => id,
    ),
    (key) => toJson(describeKey(key, at)),
  );
  yield `,\n"providerKeys":${toJson(await listKeys(userId))}`;
  yield `,\n"webhooks":${toJson((await listEndpoints(tx, userId)).map(viewEndpoint))}`;
  yield* writeList(
    'webhookDeliveries',
    pagesAfter(
      (after) => pageDeliveries(tx, { userId, after, max: MAX_ROWS }),
      ({ id }) => id,
    ),
    (delivery) => toJson({ ...viewDelivery(delivery), endpointId: delivery.endpointId }),
  );
  const { presetId: defaultId } = await readSetup(tx, userId);
  const presets = (await listPresets(tx, userId)).map((preset) => viewPreset(preset, defaultId));
  yield `,\n"presets":${toJson(presets)}`;
  yield `,\n"promptTemplates":${toJson(await listOwnTemplates(tx, userId))}`;
  yield* writeConversations(userId);
  yield* writeShares(userId);
  yield* writePlaygrounds(userId);
  yield* writeList(
    'drafts',
    pagesAfter(
      (after) => pageDrafts(tx, { userId, after, max: MAX_DRAFTS }),
      ({ conversationKey }) => conversationKey,
    ),
  );
  yield* writeList(
    'queuedMessages',
    pagesAfter(
      (after) => pageQueued(tx, { userId, after, max: MAX_DRAFTS }),
      ({ id }) => id,
    ),
  );
  yield* writeList(
    'files',
    pagesAfter(
      (after) => pageFiles(tx, { userId, after, max: MAX_ROWS }),
      ({ id }) => id,
    ),
    (file) => toJson(describeFile(file)),
  );
  const archive = await findArchive(tx, userId);
  yield `,\n"archive":${toJson(archive && viewArchive(archive))}`;
  yield* writeList(
    'responses',
    pagesAfter(
      (after) => pageResponses(tx, { userId, after, max: MAX_RESPONSES }),
      ({ id }) => id,
    ),
    // The request is already JSON.
    ({ id, createdAt, asked, answer }) =>
      `${toJson({ id, createdAt, answer }).slice(0, -1)},"asked":${asked ?? 'null'}}`,
  );
  yield* writeList(
    'callContents',
    pagesAfter(
      (after) => pageContents(tx, { userId, after, max: MAX_RESPONSES }),
      ({ id }) => id,
    ),
    // The body is already JSON.
    ({ request, ...content }) => `${toJson(content).slice(0, -1)},"request":${request ?? 'null'}}`,
  );
  yield* writeList('ledgerEntries', ledgerPages(userId));
  yield* writeList('purchases', purchasePages(account?.id ?? ''));
  yield `,\n"autoTopUp":${toJson(account ? await exportTopUpSettings(tx, account.id) : null)}`;
  yield* writeList(
    'topUps',
    pagesAfter(
      (after) => pageTopUps(tx, { accountId: account?.id ?? '', after, most: MAX_ROWS }),
      ({ id }) => id,
    ),
  );
  yield* writeList(
    'calls',
    pagesAfter(
      (after) => pageCalls(tx, { userId, after, max: MAX_ROWS }),
      ({ id }) => id,
    ),
  );
  yield ',\n"isComplete":true}\n';
}

async function* writeConversations(userId: string): AsyncGenerator<string> {
  yield ',\n"conversations":[';
  let isFirst = true;
  const pages = pagesAfter(
    (after) => pageConversations(tx, { userId, after, max: MAX_ROWS }),
    ({ id }) => id,
  );
  for await (const page of pages) {
    for (const conversation of page) {
      yield `${isFirst ? '' : ','}\n${toJson(conversation).slice(0, -1)}`;
      yield* writeList('messages', pageAllBranches(tx, conversation.id));
      yield '}';
      isFirst = false;
    }
  }
  yield ']';
}

/** Yields links to shared chats, each with the copy of the chat that it shows. */
async function* writeShares(userId: string): AsyncGenerator<string> {
  yield ',\n"shares":[';
  let isFirst = true;
  const pages = pagesAfter(
    (after) => pageShares(tx, { userId, after, max: MAX_ROWS }),
    ({ id }) => id,
  );
  for await (const page of pages) {
    for (const share of page) {
      yield `${isFirst ? '' : ','}\n${toJson(describeShare(share)).slice(0, -1)}`;
      yield* writeList('messages', sharedPages(tx, share.id));
      yield '}';
      isFirst = false;
    }
  }
  yield ']';
}

async function* writePlaygrounds(userId: string): AsyncGenerator<string> {
  yield ',\n"playgrounds":[';
  let isFirst = true;
  const pages = pagesAfter(
    (after) => pagePlaygrounds(tx, { userId, after, max: MAX_ROWS }),
    ({ id }) => id,
  );
  for await (const page of pages) {
    for (const playground of page) {
      yield `${isFirst ? '' : ','}\n${toJson(playground).slice(0, -1)}`;
      yield* writeList('prompts', promptPages(userId, playground.id));
      yield '}';
      isFirst = false;
    }
  }
  yield ']';
}

/** Yields prompts with their answers and the ids of their files, newest first. */
async function* promptPages(userId: string, playgroundId: string) {
  for (let before: number | null = null, hasMore = true; hasMore;) {
    const page: Awaited<ReturnType<typeof readPrompts>> = await readPrompts(tx, {
      playgroundId,
      output: null,
      before,
    });
    const promptIds = page.prompts.map(({ prompt }) => prompt.id);
    const sent = await readPromptFiles(tx, { userId, promptIds });
    const fileIdsOf = (id: string) => sent.get(id)?.files.map((file) => file.id) ?? [];
    yield page.prompts.reverse().map((one) => ({ ...one, fileIds: fileIdsOf(one.prompt.id) }));
    before = page.prompts.at(-1)?.prompt.position ?? null;
    hasMore = page.hasEarlier;
  }
}

async function* ledgerPages(userId: string) {
  let cursor: string | null = null;
  do {
    const { lines, nextCursor }: Awaited<ReturnType<typeof listEntries>> = await listEntries(tx, {
      userId,
      cursor,
      limit: MAX_ROWS,
    });
    yield lines;
    cursor = nextCursor;
  } while (cursor !== null);
}

const purchasePages = (accountId: string) =>
  pagesAfter(
    (after) => pagePurchases(tx, { accountId, after, most: MAX_ROWS }),
    ({ id }) => id,
  );

/** Lists the fields one by one, so that a new column is not exposed by accident. */
function describeKey(key: ApiKey, at: Date) {
  const { id, name, prefix, caps, models, createdAt, lastUsedAt, expiresAt, revokedAt, overlapUntil } = key;
  const value = maskedValue(prefix);
  const state = stateOf(key, at);
  return { id, name, value, state, caps, models, createdAt, lastUsedAt, expiresAt, revokedAt, overlapUntil };
}

/** The location of the bytes in the store is internal; the file has an address instead. */
function describeFile(file: FileRecord) {
  const { id, source, kind, mimeType, name, bytes, width, height, seconds, sha256, createdAt, expiresAt } =
    file;
  const facts = { source, kind, mimeType, name, bytes, width, height, seconds, sha256, createdAt, expiresAt };
  return { id, ...facts, address: `/files/${id}?download` };
}

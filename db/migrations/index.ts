import { accounts } from './0001-accounts.ts';
import { conversations } from './0002-conversations.ts';
import { catalogue } from './0003-catalogue.ts';
import { ledger } from './0004-ledger.ts';
import { generations } from './0005-generations.ts';
import { offers } from './0006-offers.ts';
import { apiKeys } from './0007-api-keys.ts';
import { tokenUsage } from './0008-token-usage.ts';
import { idempotency } from './0009-idempotency.ts';
import { omittedMessages } from './0010-omitted-messages.ts';
import { routing } from './0011-routing.ts';
import { steps } from './0013-steps.ts';
import { activity } from './0014-activity.ts';
import { live } from './0015-live.ts';
import { chargeReason } from './0016-charge-reason.ts';
import { stoppedBy } from './0017-stopped-by.ts';
import { targetsAndTasks } from './0018-targets-and-tasks.ts';
import { profile } from './0019-profile.ts';
import { payments } from './0021-payments.ts';
import { creditLots } from './0022-credit-lots.ts';
import { topUps } from './0023-top-ups.ts';
import { usageRollups } from './0024-usage-rollups.ts';
import { operator } from './0025-operator.ts';
import { spendingCaps } from './0026-spending-caps.ts';
import { offerFigures } from './0027-offer-figures.ts';
import { files } from './0029-files.ts';
import { playground } from './0031-playground.ts';
import { generationFiles } from './0032-generation-files.ts';
import { messageFiles } from './0033-message-files.ts';
import { jobProgress } from './0034-job-progress.ts';
import { webhooks } from './0035-webhooks.ts';
import { playgroundFiles } from './0037-playground-files.ts';
import { cellsOfGenerations } from './0039-cells-of-generations.ts';
import { chatSetups } from './0040-chat-setups.ts';
import { responses } from './0041-responses.ts';
import { ownKeys } from './0042-own-keys.ts';
import { presets } from './0043-presets.ts';
import { suggestions } from './0044-suggestions.ts';
import { playgroundClientIds } from './0045-playground-client-ids.ts';
import { accountPrivacy } from './0046-account-privacy.ts';
import { storedContent } from './0047-stored-content.ts';
import { embeddingsOfBeforeTasks } from './0048-embeddings-of-before-tasks.ts';
import { search } from './0049-search.ts';
import { dataArchives } from './0050-data-archives.ts';
import { shares } from './0051-shares.ts';
import { imports } from './0052-imports.ts';
import { order } from './0053-order.ts';
import { folders } from './0054-folders.ts';
import { temporaryChats } from './0055-temporary-chats.ts';
import { trash } from './0056-trash.ts';
import { queuedMessages } from './0057-queued-messages.ts';
import type { Migration } from './migration.ts';

/** All migrations in the order they run. Append only: a migration that was merged is never edited. */
export const migrations: readonly Migration[] = [
  accounts,
  conversations,
  catalogue,
  ledger,
  generations,
  offers,
  apiKeys,
  tokenUsage,
  idempotency,
  omittedMessages,
  routing,
  steps,
  activity,
  live,
  chargeReason,
  stoppedBy,
  targetsAndTasks,
  profile,
  payments,
  creditLots,
  topUps,
  usageRollups,
  operator,
  spendingCaps,
  offerFigures,
  files,
  playground,
  generationFiles,
  messageFiles,
  jobProgress,
  webhooks,
  playgroundFiles,
  cellsOfGenerations,
  chatSetups,
  responses,
  ownKeys,
  presets,
  suggestions,
  playgroundClientIds,
  accountPrivacy,
  storedContent,
  embeddingsOfBeforeTasks,
  search,
  dataArchives,
  shares,
  imports,
  order,
  folders,
  temporaryChats,
  trash,
  queuedMessages,
];

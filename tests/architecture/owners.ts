/** The folders that may name a table in SQL or use its model; all other code calls them. */
const ACCOUNTS = ['app/core/accounts/', 'app/features/auth/'];
const FILES = ['app/core/files/'];
const CONVERSATIONS = ['app/core/conversations/'];
const SEARCH = ['app/core/search/'];
const PRESETS = ['app/core/presets/'];
const PROMPTS = ['app/core/prompts/'];
const PLAYGROUND = ['app/core/playground/'];
/** A file is stored for as long as a record uses it: a deletion checks all possible users. */
const EXPIRY = 'app/core/files/records/expiry.ts';
const CATALOGUE = ['app/core/catalogue/', 'db/seed/'];
const LEDGER = ['app/core/ledger/'];
const PAYMENTS = ['app/core/payments/'];
const API_KEYS = ['app/core/api-keys/'];
const IDEMPOTENCY = ['app/core/idempotency/'];
const CALL_CONTENTS = ['app/core/call-contents/'];
const RESPONSES = ['app/core/responses/'];
const PROVIDER_KEYS = ['app/core/provider-keys/'];
const GENERATION = ['app/core/generation/', 'app/core/targets/'];
const USAGE = ['app/core/usage/'];
const WEBHOOKS = ['app/core/webhooks/'];
/** A snapshot copies messages inside of the database, so that their texts pass through no process. */
const SNAPSHOT = 'app/core/shares/snapshot.ts';
/** Sends queued messages that are due. */
const QUEUE = 'app/core/generation/admit/queued.ts';
const SHARES = ['app/core/shares/'];
const EXPORTS = ['app/core/exports/'];
const IMPORTS = ['app/core/imports/'];
const FOLLOW_UPS = ['app/core/follow-ups/'];

export const TABLE_OWNERS: Record<string, readonly string[]> = {
  users: ACCOUNTS,
  sessions: ACCOUNTS,
  email_tokens: ACCOUNTS,
  audit_entries: ACCOUNTS,
  files: FILES,
  file_usage: FILES,
  // A link opens only while its chat is not in the trash.
  conversations: [...CONVERSATIONS, 'app/core/shares/share.ts', 'app/core/shares/copy.ts'],
  folders: CONVERSATIONS,
  trashed_conversations: CONVERSATIONS,
  trashed_branches: CONVERSATIONS,
  messages: [...CONVERSATIONS, SNAPSHOT],
  message_files: [...CONVERSATIONS, EXPIRY, SNAPSHOT],
  shares: SHARES,
  shared_messages: SHARES,
  shared_files: SHARES,
  drafts: [...CONVERSATIONS, EXPIRY],
  queued_messages: [...CONVERSATIONS, EXPIRY, QUEUE],
  chat_setups: CONVERSATIONS,
  search_tokens: SEARCH,
  // Deleted messages are marked there in the transaction of the deletion.
  search_documents: [...SEARCH, 'app/core/conversations/deletion.ts'],
  search_comparison: SEARCH,
  presets: PRESETS,
  prompt_templates: PROMPTS,
  playgrounds: PLAYGROUND,
  playground_prompts: PLAYGROUND,
  playground_cells: [...PLAYGROUND, EXPIRY],
  playground_files: [...PLAYGROUND, EXPIRY],
  models: CATALOGUE,
  model_aliases: CATALOGUE,
  offers: CATALOGUE,
  offer_prices: CATALOGUE,
  prices: [],
  provider_keys: PROVIDER_KEYS,
  accounts: LEDGER,
  ledger_entries: LEDGER,
  holds: LEDGER,
  ledger_checkpoints: LEDGER,
  spending_caps: LEDGER,
  account_spend: LEDGER,
  balance_alerts: LEDGER,
  credit_checkpoints: LEDGER,
  credit_notices: LEDGER,
  purchases: PAYMENTS,
  purchase_refunds: PAYMENTS,
  purchase_disputes: PAYMENTS,
  payment_events: PAYMENTS,
  top_up_settings: PAYMENTS,
  top_ups: PAYMENTS,
  generations: GENERATION,
  offer_hours: GENERATION,
  usage_series: USAGE,
  usage_figures: USAGE,
  usage_ranks: USAGE,
  usage_state: USAGE,
  reconciliation_state: USAGE,
  reconciliations: USAGE,
  follow_ups: FOLLOW_UPS,
  data_archives: EXPORTS,
  imports: IMPORTS,
  idempotent_calls: IDEMPOTENCY,
  responses: RESPONSES,
  call_contents: CALL_CONTENTS,
  webhook_endpoints: WEBHOOKS,
  webhook_deliveries: WEBHOOKS,
  api_keys: API_KEYS,
  api_key_spend: API_KEYS,
  schema_migrations: ['db/schema.ts', 'db/refused-writes.ts'],
  information_schema: ['db/schema.ts'],
};

/** Files of Sequelize models -> the folders that may use more than their types. */
export const MODEL_OWNERS: Record<string, readonly string[]> = {
  'db/models/accounts.ts': ACCOUNTS,
  'db/models/conversations.ts': CONVERSATIONS,
};

import { CONTRACTS } from './contracts.ts';
import { CORE } from './core.ts';
import { IMPORTS } from './imports.ts';
import { MARKDOWN } from './markdown.ts';
import { MEDIA } from './media.ts';
import { PAYMENTS } from './payments.ts';
import { PROVIDERS } from './providers.ts';
import { RESPONSES } from './responses.ts';
import { SEARCH } from './search.ts';
import type { Room } from './reads.ts';
import { DB, FEATURES, HTTP, UI } from './web.ts';

/**
 * Every function of ours that reads untrusted text, by its room: one line each. A function that takes a text
 * and is not listed here must be listed in `tests/hostile/not-foreign.ts`, with the reason.
 */
export const FUNCTIONS: Readonly<Record<string, Room>> = {
  contracts: CONTRACTS,
  core: CORE,
  'core/imports': IMPORTS,
  'core/payments': PAYMENTS,
  'core/providers': PROVIDERS,
  'core/providers/media': MEDIA,
  'core/search': SEARCH,
  'ui/markdown': MARKDOWN,
  'features/hub-api/responses': RESPONSES,
  features: FEATURES,
  http: HTTP,
  ui: UI,
  db: DB,
};

const TERRA = 'openai/gpt-5.6-terra';
const SOL = 'openai/gpt-5.6-sol';
const LUNA = 'openai/gpt-6-luna';
const FLASH_LITE = 'google/gemini-3.5-flash-lite';
const HAIKU = 'anthropic/claude-haiku-4.5';

/**
 * Retired id -> successor and, if the maker announced it, the day. A future day takes effect automatically.
 */
export const SEED_ALIASES: readonly (readonly [alias: string, modelId: string, retiredOn: string | null])[] =
  [
    ['openai/gpt-3.5-turbo', TERRA, '2026-10-23'],
    ['gpt-3.5-turbo', TERRA, '2026-10-23'],
    ['openai/gpt-3.5-turbo-1106', TERRA, '2026-09-28'],
    ['gpt-3.5-turbo-1106', TERRA, '2026-09-28'],
    ['gpt-3.5-turbo-16k', TERRA, null],
    ['gpt-3.5-turbo-0301', TERRA, null],
    ['gpt-3.5-turbo-0613', TERRA, null],
    ['gpt-3.5-turbo-instruct', TERRA, null],
    ['gpt-3.5-turbo-instruct-0914', TERRA, null],
    ['text-davinci-003', TERRA, null],
    ['text-davinci-002-render-sha', TERRA, null],
    ['openai/text-davinci-002-render-sha', TERRA, null],
    ['openai/gpt-4', SOL, '2026-10-23'],
    ['gpt-4', SOL, '2026-10-23'],
    ['gpt-4-0314', SOL, null],
    ['gpt-4-0613', SOL, null],
    ['gpt-4-1106-preview', SOL, null],
    ['gpt-4-vision-preview', SOL, null],
    ['openai/gpt-4.1', LUNA, '2027-01-14'],
    ['openai/gpt-4o', LUNA, '2027-01-14'],
    ['openai/gpt-4o-mini', LUNA, '2027-01-14'],
    ['anthropic/claude-1', HAIKU, null],
    ['claude-1', HAIKU, null],
    ['google/chat-bison', FLASH_LITE, null],
    ['chat-bison', FLASH_LITE, null],
    ['google/codechat-bison', FLASH_LITE, null],
    ['codechat-bison', FLASH_LITE, null],
  ];

import { expect, it } from 'vitest';
import { isAzure, isOpenAi, urlBelow } from './target.ts';

it.each([
  ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions', true, false],
  ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1/chat/completions', false, false],
  [
    'https://x.openai.azure.com/openai/deployments/d?api-version=2024-10-21',
    'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21',
    true,
    true,
  ],
  [
    'https://api.openai.com.evil.test/v1',
    'https://api.openai.com.evil.test/v1/chat/completions',
    false,
    false,
  ],
])('builds the URL for %s, and recognizes the provider', (base, url, makers, azure) => {
  const target = urlBelow(base, '/chat/completions');
  expect([target.href, isOpenAi(target), isAzure(target)]).toEqual([url, makers, azure]);
});

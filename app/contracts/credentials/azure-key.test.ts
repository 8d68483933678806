import { expect, it } from 'vitest';
import { azureKey } from './azure-key.ts';

const KEY = {
  azureOpenAIApiInstanceName: 'my-resource-2',
  azureOpenAIApiDeploymentName: 'gpt-4o_prod.1',
  azureOpenAIApiVersion: '2025-04-01-preview',
  azureOpenAIApiKey: 'k',
};

it('takes what opens a deployment', () => {
  expect(azureKey.parse(KEY)).toEqual(KEY);
});

it.each([
  ['azureOpenAIApiInstanceName', 'evil.example/'],
  ['azureOpenAIApiInstanceName', 'a.b'],
  ['azureOpenAIApiInstanceName', '-a'],
  ['azureOpenAIApiInstanceName', 'a@b'],
  ['azureOpenAIApiInstanceName', ''],
  ['azureOpenAIApiInstanceName', 'a'.repeat(65)],
  ['azureOpenAIApiDeploymentName', '../models'],
  ['azureOpenAIApiDeploymentName', 'a/b'],
  ['azureOpenAIApiDeploymentName', '..'],
  ['azureOpenAIApiVersion', '2024-10-21&x=1'],
  ['azureOpenAIApiKey', ' '],
])('refuses as %s %j, which would lead elsewhere or nowhere', (name, value) => {
  const { error } = azureKey.safeParse({ ...KEY, [name]: value });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
});

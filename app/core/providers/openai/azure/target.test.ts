import { describe, expect, it } from 'vitest';
import { azureAddress, azureUrl, deploymentOf } from './target.ts';

const urlFor = (baseUrl: string, apiVersion: string | null, deployment = 'd') =>
  azureUrl(baseUrl, '/chat/completions', { deployment, settings: { apiVersion, deployments: {} } }).href;
const HOST = azureAddress('my-resource');

describe('a resource at Azure', () => {
  it('is called with the version 1 API by default, whichever form of its address is set', () => {
    for (const base of [HOST, `${HOST}/`, `${HOST}/openai`, `${HOST}/openai/v1`, `${HOST}/openai/v1/`])
      expect(urlFor(base, null)).toBe('https://my-resource.openai.azure.com/openai/v1/chat/completions');
  });

  it('is called at the address of a deployment if a version is set', () => {
    for (const base of [HOST, `${HOST}/`, `${HOST}/openai`, `${HOST}/openai/v1`])
      expect(urlFor(base, '2024-10-21')).toBe(
        'https://my-resource.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21',
      );
    expect(urlFor('http://10.0.0.7/gateway/openai/v1', '2024-10-21')).toBe(
      'http://10.0.0.7/gateway/openai/deployments/d/chat/completions?api-version=2024-10-21',
    );
  });

  it('is called at the operator’s path, if that is another one', () => {
    expect(urlFor('https://x.services.ai.azure.com/models?api-version=1', null)).toBe(
      'https://x.services.ai.azure.com/models/chat/completions?api-version=1',
    );
  });

  it('keeps its address for any deployment name', () => {
    expect(urlFor(HOST, '1', '../../x?y#z')).toContain('/openai/deployments/..%2F..%2Fx%3Fy%23z/chat/');
  });
});

describe('a model', () => {
  const settings = { apiVersion: null, deployments: { 'gpt-4o': 'prod' } };
  it('is called by its deployment, or by its own name', () => {
    const names = ['gpt-4o', 'gpt-4.1', 'constructor'].map((model) => deploymentOf(model, settings));
    expect(names).toEqual(['prod', 'gpt-4.1', 'constructor']);
    expect(deploymentOf('any', { ...settings, deployments: { '*': 'rest' } })).toBe('rest');
  });
});

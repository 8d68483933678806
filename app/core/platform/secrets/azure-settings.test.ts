import { describe, expect, it } from 'vitest';
import { azureSettings, hasWholeGrant } from './azure-settings.ts';

const { AZURE_OPENAI_DEPLOYMENTS: deployments, AZURE_OPENAI_API_INSTANCE_NAME: instance } = azureSettings;

describe('the settings of Azure', () => {
  it('name the deployments of models', () => {
    expect(deployments.parse(undefined)).toEqual({});
    expect(deployments.parse('gpt-4o=prod, gpt-4.1 = my.model_2,*=rest,')).toEqual({
      'gpt-4o': 'prod',
      'gpt-4.1': 'my.model_2',
      '*': 'rest',
    });
  });

  it.each(['gpt-4o', '=prod', 'gpt-4o=', 'gpt-4o=a/b'])('take no deployment that is written %j', (list) => {
    expect(deployments.safeParse(list).error?.issues).toMatchObject([
      { message: `${list}: is not model=deployment` },
    ]);
  });

  it('take no name that would lead to another host', () => {
    expect(instance.safeParse('evil.example/').success).toBe(false);
  });

  it('want the id, the secret and the directory of an application together', () => {
    const all = {
      AZURE_OPENAI_CLIENT_ID: 'a',
      AZURE_OPENAI_CLIENT_SECRET: 'b',
      AZURE_OPENAI_TENANT_ID: 'c',
    };
    const given = [{}, all, { ...all, AZURE_OPENAI_TENANT_ID: undefined }, { AZURE_OPENAI_CLIENT_ID: 'a' }];
    expect(given.map(hasWholeGrant)).toEqual([true, true, false, false]);
    const url = { ...all, AZURE_OPENAI_TENANT_ID: undefined, AZURE_OPENAI_TOKEN_URL: 'https://a.example' };
    expect(hasWholeGrant(url)).toBe(true);
  });
});

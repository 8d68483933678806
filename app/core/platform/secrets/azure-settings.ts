import { z } from 'zod';
import { azureDeployment, azureInstance, azureVersion } from '#app/contracts/credentials/azure-key.ts';

/** Model -> deployment. */
const deployments = z
  .string()
  .default('')
  .transform((list, context): Readonly<Record<string, string>> => {
    const pairs = list.split(',').filter((pair) => pair.trim() !== '');
    return Object.fromEntries(
      pairs.map((pair): [string, string] => {
        const at = pair.indexOf('=');
        const model = pair.slice(0, Math.max(0, at)).trim();
        const { data } = azureDeployment.safeParse(pair.slice(at + 1));
        if (model !== '' && data !== undefined) return [model, data];
        context.addIssue({ code: 'custom', message: `${pair.trim()}: is not model=deployment` });
        return ['', ''];
      }),
    );
  });

/** How a resource at Azure is called, and what is exchanged for a token where it has no key. */
export const azureSettings = {
  /** The name of the resource, in place of AZURE_OPENAI_BASE_URL. */
  AZURE_OPENAI_API_INSTANCE_NAME: azureInstance.optional(),
  /** With it calls go to the addresses of deployments. */
  AZURE_OPENAI_API_VERSION: azureVersion.optional(),
  AZURE_OPENAI_DEPLOYMENTS: deployments,
  AZURE_OPENAI_TENANT_ID: z
    .string()
    .regex(/^[\w.-]{1,128}$/, 'must be the id or the domain of a directory')
    .optional(),
  AZURE_OPENAI_CLIENT_ID: z.string().trim().min(1).optional(),
  AZURE_OPENAI_CLIENT_SECRET: z.string().trim().min(1).optional(),
  AZURE_OPENAI_TOKEN_URL: z.url().optional(),
  AZURE_OPENAI_TOKEN_SCOPE: z.string().trim().min(1).default('https://cognitiveservices.azure.com/.default'),
};

/** An application of a directory is known by its id, its secret and the directory, and by none of them alone. */
export function hasWholeGrant({
  AZURE_OPENAI_CLIENT_ID: id,
  AZURE_OPENAI_CLIENT_SECRET: secret,
  AZURE_OPENAI_TENANT_ID: tenant,
  AZURE_OPENAI_TOKEN_URL: url,
}: Partial<Record<keyof typeof azureSettings, unknown>>): boolean {
  return (!id && !secret) || Boolean(id && secret && (tenant ?? url));
}

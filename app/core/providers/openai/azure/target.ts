import { trimEnd } from '#app/contracts/text/trim-end.ts';
import type { AzureSettings } from '#app/core/providers/contract.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';

/** Stands for every model that is not named. */
const ANY = '*';

/** The address of a resource. @param instance its name: letters, digits and dashes, as `azureInstance` checks */
export function azureAddress(instance: string): string {
  return `https://${instance}.openai.azure.com`;
}

/** What a model is called there: its deployment, else its own name. */
export function deploymentOf(model: string, { deployments }: AzureSettings): string {
  const named = Object.hasOwn(deployments, model) ? deployments[model] : deployments[ANY];
  return named ?? model;
}

/**
 * Where a call goes. With a version it names the deployment in its path; without, it is the API of version 1, which takes
 * it in the body, or whatever path the operator's address has.
 * @param baseUrl of the resource, with or without `/openai` or `/openai/v1`
 */
export function azureUrl(
  baseUrl: string,
  path: string,
  { deployment, settings: { apiVersion } }: { deployment: string; settings: AzureSettings },
): URL {
  const own = new URL(baseUrl);
  const given = trimEnd(own.pathname, '/');
  if (apiVersion === null)
    return urlBelow(given === '' || given === '/openai' ? `${own.origin}/openai/v1` : baseUrl, path);
  own.pathname = `${given.replace(/\/v1$/, '').replace(/\/openai$/, '')}/openai/deployments/${encodeURIComponent(deployment)}${path}`;
  own.searchParams.set('api-version', apiVersion);
  return own;
}

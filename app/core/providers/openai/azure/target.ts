import { trimEnd } from '#app/contracts/text/trim-end.ts';
import type { AzureSettings } from '#app/core/providers/contract.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';

/** Matches every model that is not listed. */
const ANY = '*';

/**
 * The address of a resource. @param instance its name: letters, digits and dashes, as checked by
 * `azureInstance`
 */
export function azureAddress(instance: string): string {
  return `https://${instance}.openai.azure.com`;
}

/** The name of a model in calls: its deployment, else its own name. */
export function deploymentOf(model: string, { deployments }: AzureSettings): string {
  const named = Object.hasOwn(deployments, model) ? deployments[model] : deployments[ANY];
  return named ?? model;
}

/**
 * The URL of a call. With an API version the path names the deployment; without one, it is the version 1 API,
 * which takes the deployment in the body, or the path in the operator's address.
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

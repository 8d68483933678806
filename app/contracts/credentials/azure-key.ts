import { z } from 'zod';

/** The name of a resource at Azure, which becomes the first part of a host's name: letters, digits and dashes. */
export const azureInstance = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/, 'must be a name of letters, digits and dashes');

/** Such as 2024-10-21 or 2025-04-01-preview. */
export const azureVersion = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{0,31}$/, 'must be a version such as 2024-10-21');

/** A deployment stands in the path of an address. */
export const azureDeployment = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'must be a name of letters, digits, dashes, dots and underscores');

/** What opens one deployment of a resource at Azure, by the names that people's keys are stored under. */
export const azureKey = z.object({
  azureOpenAIApiInstanceName: azureInstance,
  azureOpenAIApiDeploymentName: azureDeployment,
  azureOpenAIApiVersion: azureVersion,
  /** It stands in a header. */
  azureOpenAIApiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,500}$/, 'must be one line of letters and signs'),
});

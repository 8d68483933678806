import { readConfig, type Config } from './config-schema.ts';

let current: Config | undefined;

/**
 * The configuration of this process, read from the environment once.
 * This is the only file of the application that reads `process.env`.
 * @throws ConfigError naming every bad variable at once.
 */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}

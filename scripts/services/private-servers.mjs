import { readRemembered } from './remember.mjs';

/**
 * The addresses of the private servers of npm start, unless the environment names others. It starts nothing.
 * @param {string} base absolute data folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function privateServers(base, env) {
  const { mariadb, redis } = readRemembered(base);
  return {
    ...(!env.DATABASE_URL && mariadb
      ? { DATABASE_URL: `mysql://parlance:${mariadb.password}@127.0.0.1:${mariadb.port}/parlance` }
      : {}),
    ...(!env.REDIS_URL && redis ? { REDIS_URL: `redis://:${redis.password}@127.0.0.1:${redis.port}/0` } : {}),
  };
}

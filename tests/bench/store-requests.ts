import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { createClient } from 'redis';

/** The number of requests to the stores of a target so far, from all processes. */
export interface StoreRequests {
  statements: number;
  /** Includes the commands of scripts inside Redis. */
  commands: number;
}

/** The bench's own connections that read the request counters of MariaDB and Redis. */
export async function watchStores({ databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string }) {
  const database: Connection = await createConnection(databaseUrl);
  const redis = createClient({ url: redisUrl });
  await redis.connect();
  return {
    async asked(): Promise<StoreRequests> {
      const [[row]] = await database.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Questions'");
      const commands = /^total_commands_processed:(\d+)/m.exec(await redis.info('stats'))?.[1];
      return { statements: Number(row!.Value), commands: Number(commands) };
    },
    async close(): Promise<void> {
      await database.end();
      await redis.close();
    },
  };
}

// The process of npm run migrate: brings the database of DATABASE_URL to the newest schema and seeds it;
// prints JSON.
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { prepareDatabase } from '#db/schema.ts';
import { refuseArguments } from './launch/refuse-words.mjs';

refuseArguments(process.argv.slice(2));
const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL is not set');
// A migration may have to wait for statements of running processes.
connectDatabase(url, { size: 3, lockWait: 50 });
try {
  console.log(JSON.stringify(await prepareDatabase()));
} finally {
  await closeDatabase();
}

// npm run servers: the private MariaDB and Redis without web and worker, until it is stopped.
import { launchServers } from './launch/launch.mjs';
import { runLauncher } from './launch/run-launcher.mjs';

await runLauncher({ launch: launchServers, title: 'the database and Redis alone', serversAlone: true });

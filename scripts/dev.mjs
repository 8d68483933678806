// npm run dev: like npm start, from the sources and with reload.
import { launchDevelopment } from './launch/launch.mjs';
import { runLauncher } from './launch/run-launcher.mjs';

await runLauncher({ launch: launchDevelopment, title: 'Parlance for development' });

// npm run dev: like npm start, from the sources and with reload.
import { runLauncher } from './launch/run-launcher.mjs';

await runLauncher({ development: true });

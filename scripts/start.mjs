// npm start: from a bare machine to a running Parlance. Plain Node: it runs before anything is installed.
import { launch } from './launch/launch.mjs';
import { runLauncher } from './launch/run-launcher.mjs';

await runLauncher({ launch });

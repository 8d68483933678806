import { threadTask } from '#app/core/platform/threads/thread-task.ts';
import { renderOrNull } from './render-stored.server.tsx';

/** Thread that renders texts that may take long. */
export default threadTask(renderOrNull);

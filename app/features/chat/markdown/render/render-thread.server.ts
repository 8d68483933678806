import { threadTask } from '#app/core/platform/threads/thread-task.ts';
import { renderOrNull } from './render-stored.server.tsx';

/** The thread in which texts are rendered that may take long. */
export default threadTask(renderOrNull);

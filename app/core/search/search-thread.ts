import { threadTask } from '#app/core/platform/threads/thread-task.ts';
import { processText } from './long-texts.ts';

/** Thread that splits and compares long texts. */
export default threadTask(processText);

// A preload: standard output of the process becomes a disk without space.
import { closeSync, openSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  closeSync(1);
  openSync('/dev/full', 'a');
}

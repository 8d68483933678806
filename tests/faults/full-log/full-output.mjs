// A preload: standard output of the process behaves like a full disk.
import { closeSync, openSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  closeSync(1);
  openSync('/dev/full', 'a');
}

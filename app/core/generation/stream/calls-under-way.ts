let count = 0;

/** How many calls this process has under way: in the web those whose answer is waited for, in a worker those that run. */
export function callsUnderWay(): number {
  return count;
}

/** Counts a call as under way. @returns what ends that; said again it does nothing */
export function noteCall(): () => void {
  let isOpen = true;
  count += 1;
  return () => {
    if (isOpen) count -= 1;
    isOpen = false;
  };
}

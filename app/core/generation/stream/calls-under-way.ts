let count = 0;

/**
 * Number of open calls in this process: on the web server those that wait for an answer, in a worker those
 * that run.
 */
export function callsUnderWay(): number {
  return count;
}

/**
 * Counts a call as open.
 * @returns a function that counts it as closed; further calls do nothing
 */
export function noteCall(): () => void {
  let isOpen = true;
  count += 1;
  return () => {
    if (isOpen) count -= 1;
    isOpen = false;
  };
}

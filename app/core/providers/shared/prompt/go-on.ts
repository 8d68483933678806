/** How a model that takes no beginning of its answer is asked to go on with its own words. */
export const GO_ON =
  'Your last message was cut off. Go on exactly where it ends: begin with the very next character, repeat nothing and say nothing about it.';

/** Stands for the turns before a conversation whose beginning was left out: the first turn must be a user's. */
export const LEFT_OUT = '…';

import { expect, it } from 'vitest';
import { refuseArguments } from './refuse-words.mjs';

it('migrate refuses arguments', () => {
  expect(() => refuseArguments([])).not.toThrow();
  expect(() => refuseArguments(['down'])).toThrow(/no command that takes migrations back/);
  expect(() => refuseArguments(['up', '--to=3'])).toThrow('takes no words, and was given "up --to=3"');
});

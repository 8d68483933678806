import { expect, it } from 'vitest';
import { refuseWords } from './refuse-words.mjs';

it('migrate refuses arguments', () => {
  expect(() => refuseWords([])).not.toThrow();
  expect(() => refuseWords(['down'])).toThrow(/no command that takes migrations back/);
  expect(() => refuseWords(['up', '--to=3'])).toThrow('takes no words, and was given "up --to=3"');
});

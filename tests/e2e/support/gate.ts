import { inject } from 'vitest';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';

let made = 0;

/**
 * A gate of the sandbox for one answer, which waits there until the test opens it.
 * @returns `at`: the part of a directive
 */
export function newGate() {
  made += 1;
  const name = `e2e-${process.pid}-${made}`;
  const { open } = sandboxGate(inject('applicationEnvironment')['OPENAI_BASE_URL']!, name);
  return { at: `gate=${name}`, open: () => open() };
}

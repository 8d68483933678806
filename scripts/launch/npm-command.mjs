/**
 * npm as this process was started by it, or the one of the machine.
 * @returns {{ command: string, args: string[] }} further arguments go behind
 */
export function npmCommand() {
  return process.env.npm_execpath?.endsWith('.js')
    ? { command: process.execPath, args: [process.env.npm_execpath] }
    : { command: 'npm', args: [] };
}

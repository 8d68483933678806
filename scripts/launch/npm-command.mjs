/**
 * The npm that started this process, or the machine's npm.
 * @returns {{ command: string, args: string[] }} append further arguments
 */
export function npmCommand() {
  return process.env.npm_execpath?.endsWith('.js')
    ? { command: process.execPath, args: [process.env.npm_execpath] }
    : { command: 'npm', args: [] };
}

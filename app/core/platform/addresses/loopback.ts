const NAME = /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const ADDRESS = /^(127(\.\d{1,3}){3}|::ffff:127(\.\d{1,3}){3}|::1)$/i;

/** True for a host's name that means this machine wherever it is typed. */
export function isLoopbackName(name: string): boolean {
  return NAME.test(name);
}

/** True for the address of a connection that comes from this machine. */
export function isLoopbackAddress(address: string): boolean {
  return ADDRESS.test(address);
}

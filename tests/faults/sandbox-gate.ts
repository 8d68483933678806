/** A gate of a sandbox, where answers wait (`[[sandbox: gate=tea]]`) until the test opens it. */
export function sandboxGate(sandboxUrl: string, name: string) {
  const gate = new URL(`/_sandbox/gate?name=${name}`, sandboxUrl);
  return {
    /** How many answers wait there. */
    async waiting(): Promise<number> {
      const answer = await fetch(gate);
      return ((await answer.json()) as { waiting: number }).waiting;
    },
    /** Lets the answers go on that wait there now. */
    async open(): Promise<void> {
      await fetch(gate, { method: 'DELETE' });
    },
  };
}

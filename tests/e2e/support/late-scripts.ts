import type { BrowserContext, Page } from 'playwright';

/** How long scripts stay away that nobody asks for. */
const LATE_MS = 2_500;

/** How soon a gate that somebody holds is tried again. */
const AGAIN_MS = 100;

interface Gate {
  isOpen: boolean;
  isHeld: boolean;
  /** Let the requests through that wait. */
  waiting: Set<() => void>;
}

const gates = new WeakMap<Page, Gate>();

function gateOf(page: Page): Gate {
  const gate = gates.get(page) ?? { isOpen: false, isHeld: false, waiting: new Set() };
  gates.set(page, gate);
  return gate;
}

/** Keeps the scripts of the context's pages away: for LATE_MS, or until a test wants them. */
export async function delayScripts(context: BrowserContext): Promise<void> {
  await context.route('**/assets/*.js', async (route) => {
    await arrival(gateOf(route.request().frame().page()));
    // The page may be gone by then.
    await route.continue().catch(() => undefined);
  });
}

function arrival(gate: Gate): Promise<void> {
  if (gate.isOpen) return Promise.resolve();
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const pass = () => {
      clearTimeout(timer);
      gate.waiting.delete(pass);
      resolve();
    };
    const passUnlessHeld = () => {
      if (gate.isHeld) timer = setTimeout(passUnlessHeld, AGAIN_MS);
      else pass();
    };
    timer = setTimeout(passUnlessHeld, LATE_MS);
    gate.waiting.add(pass);
  });
}

/** No script that was kept away comes to a page while something is done there, however long that takes. */
export async function whileScriptsStayAway<Result>(page: Page, act: () => Promise<Result>): Promise<Result> {
  const gate = gateOf(page);
  gate.isHeld = true;
  try {
    return await act();
  } finally {
    gate.isHeld = false;
  }
}

/** Lets scripts that were kept away come to a page while `wait` waits for them; what it asks for later is late again. */
export async function whileScriptsCome<Result>(page: Page, wait: () => Promise<Result>): Promise<Result> {
  const gate = gateOf(page);
  gate.isOpen = true;
  for (const pass of gate.waiting) pass();
  try {
    return await wait();
  } finally {
    gate.isOpen = false;
  }
}

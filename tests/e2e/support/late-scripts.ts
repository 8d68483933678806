import type { BrowserContext, Page } from 'playwright';

/** How long scripts are delayed if no test releases them. */
const LATE_MS = 2_500;

/** How soon a closed gate is checked again. */
const AGAIN_MS = 100;

interface Gate {
  isOpen: boolean;
  isHeld: boolean;
  /** Releases the waiting requests. */
  waiting: Set<() => void>;
}

const gates = new WeakMap<Page, Gate>();

function gateOf(page: Page): Gate {
  const gate = gates.get(page) ?? { isOpen: false, isHeld: false, waiting: new Set() };
  gates.set(page, gate);
  return gate;
}

/** Delays the scripts of the context's pages: for LATE_MS, or until a test releases them. */
export async function delayScripts(context: BrowserContext): Promise<void> {
  await context.route('**/assets/*.js', async (route) => {
    await arrival(gateOf(route.request().frame().page()));
    // The page may be closed by then.
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

/** Delays the scripts of a page while an action runs, however long that takes. */
export async function whileScriptsStayAway<Result>(page: Page, act: () => Promise<Result>): Promise<Result> {
  const gate = gateOf(page);
  gate.isHeld = true;
  try {
    return await act();
  } finally {
    gate.isHeld = false;
  }
}

/** Releases the delayed scripts of a page while `wait` waits for them; later requests are delayed again. */
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

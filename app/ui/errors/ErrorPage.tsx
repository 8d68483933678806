import { ErrorPanel } from './ErrorPanel.tsx';

/** The page for everything that no frame around a route caught. */
export function ErrorPage() {
  return (
    <main className="flex min-h-dvh flex-col">
      <ErrorPanel />
    </main>
  );
}

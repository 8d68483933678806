import { ErrorPanel } from './ErrorPanel.tsx';

/** The page for errors that no layout route caught. */
export function ErrorPage() {
  return (
    <main className="flex min-h-dvh flex-col">
      <ErrorPanel />
    </main>
  );
}

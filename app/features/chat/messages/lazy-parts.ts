import { lazyPart } from '#app/ui/fetch/lazy-part.ts';

/** Parts of a message that most pages do not show. */
export const LazyEditForm = lazyPart(async () => (await import('./EditForm.tsx')).EditForm);
export const LazyAgainForm = lazyPart(async () => (await import('./AgainForm.tsx')).AgainForm);

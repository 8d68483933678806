import { createContext, useContext } from 'react';

/** Facts about the document's request that are available without a loader. */
export interface RequestFacts {
  language: string;
  requestId: string;
  /** Nonce of the Content-Security-Policy; on the server only. */
  nonce?: string;
}

/** Provided on the server only; the browser reads the same facts from the document that the server sent. */
export const RequestFactsContext = createContext<RequestFacts | null>(null);

/** Language and id of the request for this document. */
export function useRequestFacts(): RequestFacts {
  const facts = useContext(RequestFactsContext);
  if (facts) return facts;
  const { lang, dataset } = document.documentElement;
  return { language: lang, requestId: dataset.request ?? '' };
}

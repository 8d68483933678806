import type { SubmissionResult } from '@conform-to/react';

/** What a page of the operator is told by one of its forms that was not carried out. */
export interface OperatorAnswer {
  /** In the reader's words, above the page. */
  error?: string;
  /** A form that came back with what is wrong in it. */
  refused?: { act: string; form: SubmissionResult };
}

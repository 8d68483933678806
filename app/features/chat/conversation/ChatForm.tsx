import { useFetcher } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { PAID_INTENTS, type ActionAnswer, type Intent } from './action-answer.ts';
import { useIsResting } from './conversation-context.ts';
import { useAnswer } from './use-answer.ts';

/** Id of the form of the next message; buttons elsewhere on the page submit it by this id. */
export const COMPOSER_FORM = 'composer';

interface ChatFormProps {
  id?: string;
  className?: string;
  /** Ids of the elements that get the focus when the form disappears; see `usePreservedFocus`. */
  'data-focus-after'?: string;
  /** Marks the version switch; see `useSwitchPosition`. */
  'data-versions'?: string;
  /** Absent when each submit button names its own intent. */
  intent?: Intent;
  /** The visible conversation; null for a new one. */
  conversationId: string | null;
  fields?: Record<string, string>;
  /**
   * Runs after the server has completed the action. Must be the same function in every render, or memoised.
   */
  onDone?: () => void;
  children?: ReactNode;
}

/**
 * A form of the chat. Without scripts the browser submits it and returns to the page; with scripts the page
 * stays, and an error becomes a toast. Paid actions are not sent while presses are ignored.
 */
export function ChatForm({ intent, conversationId, fields = {}, onDone, children, ...rest }: ChatFormProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const hydrated = useHydrated();
  const isResting = useIsResting();
  useAnswer(fetcher, onDone);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isResting && isPaid(event)) event.preventDefault();
  };
  return (
    <fetcher.Form {...rest} onSubmit={onSubmit} method="post" action={actionPath(conversationId)}>
      {intent && <input type="hidden" name="intent" value={intent} />}
      {hydrated && <input type="hidden" name="enhanced" value="1" />}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </fetcher.Form>
  );
}

function isPaid({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const intent = new FormData(currentTarget, (nativeEvent as SubmitEvent).submitter).get('intent');
  return PAID_INTENTS.some((paid) => paid === intent);
}

/** Returns the address that the forms of a conversation are sent to. */
export function actionPath(conversationId: string | null): string {
  return `/chat/${conversationId ?? NEW_CONVERSATION}`;
}

import { AgainForm } from './AgainForm.tsx';
import { EditForm } from './EditForm.tsx';
import type { ViewMessage } from '../view-message.ts';

/** The form that is open in place of a message or below it; its script comes with the first one. */
export function OpenForm({ message, isEditing }: { message: ViewMessage; isEditing: boolean }) {
  return isEditing ? <EditForm message={message} /> : <AgainForm message={message} />;
}

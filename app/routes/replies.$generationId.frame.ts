import type { LoaderFunctionArgs } from '@remix-run/node';
import formulaStyles from 'katex/dist/katex.min.css?url';
import { markdownLabels } from '#app/ui/markdown/labels.ts';
import { createBlockRenderer } from '#app/ui/markdown/render/render-text.server.ts';
import { answerFrame } from '#app/features/replies/frame/answer-frame.server.ts';
import chatStyles from '../features/chat/chat.css?url';

/** The growing reply for pages without scripts, with the chat's own Markdown. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerFrame({
    request,
    context,
    generationId: params.generationId ?? '',
    styles: [chatStyles, formulaStyles],
    rendererFor: (t, userId) =>
      createBlockRenderer(
        markdownLabels((key) => t(`chat:${key}`)),
        userId,
      ),
  });
}

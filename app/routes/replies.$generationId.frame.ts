import type { LoaderFunctionArgs } from '@remix-run/node';
import formulaStyles from 'katex/dist/katex.min.css?url';
import { createBlockRenderer } from '#app/features/chat/markdown/render/block-renderer.server.ts';
import { markdownLabels } from '#app/features/chat/markdown/labels.ts';
import chatStyles from '../features/chat/chat.css?url';
import { answerFrame } from '#app/features/replies/frame/answer-frame.server.ts';

/** The growing reply without scripts, with the chat's own Markdown. */
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

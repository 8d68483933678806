import type { LoaderFunctionArgs } from '@remix-run/node';
import formulaStyles from 'katex/dist/katex.min.css?url';
import { markdownLabels } from '#app/features/chat/markdown/labels.ts';
import { renderStored } from '#app/features/chat/markdown/render-stored.server.tsx';
import { splitBlocks } from '#app/features/chat/markdown/split-blocks.ts';
import chatStyles from '../features/chat/chat.css?url';
import { answerFrame } from '#app/features/replies/frame/answer-frame.server.ts';

/** The growing reply without scripts, with the chat's own Markdown. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerFrame({
    request,
    context,
    generationId: params.generationId ?? '',
    styles: [chatStyles, formulaStyles],
    rendererFor: (t) => {
      const labels = markdownLabels((key) => t(`chat:${key}`));
      return {
        split: splitBlocks,
        render: async (block, key) => (await renderStored(block, labels, key)).html,
      };
    },
  });
}

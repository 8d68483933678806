import type { Tokenizer } from '../tokens.ts';
import { sizeOfImage } from '#app/sandbox/providers/image-size.ts';
import { blocksOf, isForced, OLDER_MODEL } from './rules.ts';
import type { MessageRequest, RequestBlock } from './message-request.ts';

/**
 * Tokens of a prompt besides its text, as in the maker's documentation: images by their pixels, returned
 * reasoning, text files, and the instructions that its servers add for tools and output formats.
 */
export function countBeside(request: MessageRequest, count: Tokenizer['count']): number {
  const blocks = request.messages.flatMap(blocksOf);
  const own = blocks.reduce((sum, block) => sum + countBlock(block, request.model, count), 0);
  return own + toolPrompt(request) + (request.output_config?.format ? 200 : 0);
}

function countBlock(block: RequestBlock, model: string, count: Tokenizer['count']): number {
  switch (block.type) {
    case 'image':
      return block.source.type === 'base64' ? countImage(block.source.data, model) : mostOf(model);
    case 'thinking':
      return count(block.thinking);
    case 'document':
      return count(block.title ?? '') + (block.source.type === 'text' ? count(block.source.data) : 0);
    default:
      return 0;
  }
}

/** The figures of Claude Haiku 4.5, and those of Opus 4.7, which is the dearest. */
function toolPrompt({ tools = [], tool_choice: choice, model }: MessageRequest): number {
  if (tools.length === 0) return 0;
  if (model === OLDER_MODEL) return isForced(choice) ? 588 : 496;
  return isForced(choice) ? 804 : 675;
}

/** Fitted into the longest edge, then width times height divided by 750. */
function countImage(base64: string, model: string): number {
  const size = sizeOfImage(base64);
  if (!size) return mostOf(model);
  const { width, height } = size;
  const edge = model === OLDER_MODEL ? 1568 : 2576;
  const scale = Math.min(1, edge / Math.max(width, height));
  return Math.min(mostOf(model), Math.ceil((width * scale * height * scale) / 750));
}

function mostOf(model: string): number {
  return model === OLDER_MODEL ? 1_568 : 4_784;
}

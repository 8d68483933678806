import { createBlockSplitter } from './block-splitter.ts';

/** Splits a Markdown text into its top-level blocks; one with definitions is a block as a whole. */
export function splitBlocks(source: string): string[] {
  if (source === '') return [];
  const splitter = createBlockSplitter();
  const blocks = splitter.push(source);
  return splitter.hasDefinition() ? [source] : [...blocks, splitter.open()];
}

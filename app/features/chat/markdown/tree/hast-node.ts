/** A node of the HTML tree between Markdown and React, as far as our plugins look at it. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

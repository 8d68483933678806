/** A model as clients of Anthropic read it: what GET /api/v1/models answers where `anthropic-version` was sent. */
export interface MessageModel {
  type: 'model';
  id: string;
  display_name: string;
  /** RFC 3339: its release, else the day on which its facts were read, else 1970. */
  created_at: string;
  max_input_tokens: number | null;
  /** The longest answer. */
  max_tokens: number | null;
  lifecycle: 'active' | 'deprecated';
  deprecated_at: null;
  retires_at: string | null;
  line: null;
  capabilities: null;
}

/** The turns of a conversation of one message. */
export const says = (content: unknown) => [{ role: 'user', content }];

/** An invalid call of the Messages dialect: a description, its fields, and the beginning of the refusal. */
export const BAD_MESSAGES: [string, object, RegExp][] = [
  ['max_tokens', { max_tokens: undefined }, /^max_tokens: is required/],
  [
    'a block',
    { messages: says([{ type: 'text', text: 'Hi' }, { type: 'sound' }]) },
    /^messages\.0\.content\.1\.type: /,
  ],
  [
    'a picture',
    { messages: says([{ type: 'image', source: { type: 'file', file_id: 'a' } }]) },
    /^messages\.0\.content\.0\.source\.type: /,
  ],
  [
    'an address',
    {
      system: 'Be brief.',
      messages: says([{ type: 'image', source: { type: 'url', url: 'http://10.0.0.1/a.png' } }]),
    },
    /^messages\.0\.content\.0: /,
  ],
  [
    'a tool that no maker has',
    { tools: [{ type: 'telepathy_20250305', name: 'telepathy' }] },
    /^tools\.0\.type: /,
  ],
  ['a tool that is not there', { tool_choice: { type: 'tool', name: 'clock' } }, /^tool_choice\.name: /],
  ['a server of tools', { mcp_servers: [{}] }, /^mcp_servers: /],
  [
    'a document at an address',
    { messages: says([{ type: 'document', source: { type: 'url', url: 'https://a.example/a.pdf' } }]) },
    /^messages\.0\.content\.0\.source\.type: /,
  ],
  ['temperature', { temperature: 1.5 }, /^temperature: /],
];

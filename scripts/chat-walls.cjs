const CHAT = '^app/features/chat/';

/**
 * The rooms of the chat: `conversation` has what the others share, `screen` composes them.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
module.exports = [
  {
    name: 'chat-conversation-is-below',
    severity: 'error',
    comment: 'The other rooms of the chat share the conversation: it imports none of them.',
    from: { path: `${CHAT}conversation/` },
    to: { path: CHAT, pathNot: `${CHAT}conversation/` },
  },
  {
    name: 'chat-rooms-are-apart',
    severity: 'error',
    comment: 'Sending, the thread and the side bar share the conversation only; the screen composes them.',
    from: { path: `${CHAT}(send|thread|side-bar)/` },
    to: { path: CHAT, pathNot: `${CHAT}($1|conversation)/` },
  },
  {
    name: 'chat-screen-is-above',
    severity: 'error',
    comment: 'Only the screen and routes import the screen; nothing imports the calls.',
    from: { path: CHAT, pathNot: `${CHAT}screen/` },
    to: { path: `${CHAT}(screen/|[^/]+$)` },
  },
  {
    name: 'chat-rooms-only',
    severity: 'error',
    comment: 'The chat has the rooms conversation, send, thread, side-bar and screen.',
    from: { path: `${CHAT}[^/]+/`, pathNot: `${CHAT}(conversation|send|thread|side-bar|screen)/` },
    to: {},
  },
];

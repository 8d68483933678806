/**
 * Files of features that routes may import, in addition to those with a route suffix in their names: pages
 * (`KeysPage.tsx`), their loaders and actions (`keys-page.server.ts`) and calls (`balance-call.server.ts`,
 * `calls.server.ts`).
 */
module.exports = {
  admin: ['frame/OperatorTabs.tsx', 'operator.server.ts'],
  'api-keys': ['reveal.server.ts'],
  auth: ['account/download/DownloadCard.tsx', 'login/logout.server.ts', 'page-headers.ts'],
  billing: ['BalanceChip.tsx', 'FrameProviders.tsx', 'LiveBalance.tsx'],
  chat: [
    'send/actions/run-intent.server.ts',
    'chat.css',
    'screen/ChatHeader.tsx',
    'screen/load-conversation.server.ts',
    'side-bar/load-side-bar.server.ts',
    'screen/ConversationScreen.tsx',
    'screen/MissingConversation.tsx',
    'screen/OpeningConversation.tsx',
    'screen/conversation-data.ts',
    'screen/needs-reload.ts',
    'screen/reach-or-keep.ts',
    'side-bar/ClearAllSetting.tsx',
    'side-bar/ConversationList.tsx',
  ],
  exports: ['ExportDialogHost.tsx', 'archive/ArchiveCard.tsx'],
  docs: ['DocsFrame.tsx', 'chapter-list.ts', 'docs.css'],
  landing: ['landing.css'],
  'hub-api': ['chat/chat-completions.server.ts', 'embeddings.server.ts'],
  playground: ['page/PlaygroundSideBar.tsx', 'server/act-on-playground.server.ts'],
  'provider-keys': ['ProviderKeysSetting.tsx', 'SetKeyButton.tsx'],
  replies: [
    'abort-reply.server.ts',
    'answer-send.server.ts',
    'browser-stream.server.ts',
    'frame/answer-frame.server.ts',
  ],
  settings: ['SettingsFrame.tsx', 'save-preferences.server.ts'],
  shares: ['privacy-headers.ts', 'shares.css'],
  site: [
    'frame/FrameSideBar.tsx',
    'frame/PublicFrame.tsx',
    'frame/frame-data.ts',
    'frame/load-frame.server.ts',
    'legal/read-legal-text.server.ts',
    'site-facts.server.ts',
  ],
  usage: ['filter/remembered-filter.ts'],
};

/** The walls between the rooms: routes -> features -> core -> contracts; core and *.server.ts -> db -> contracts. */
const SERVER = '\\.server\\.(ts|tsx)$';
const TEST = '\\.test\\.(ts|tsx)$';

/** Each room of the engine imports from those before it; those of a generation stand in the order of its pipeline. */
const CORE = [
  'platform',
  'realtime',
  'queue',
  'follow-ups',
  'vault',
  'files',
  'providers',
  'provider-keys',
  'catalogue',
  'conversations',
  'search',
  'playground',
  'ledger',
  'payments',
  'accounts',
  'presets',
  'prompts',
  'webhooks',
  'notices',
  'api-keys',
  'limits',
  'idempotency',
  'responses',
  'call-contents',
  'routing',
  'generation/record',
  'targets',
  'tasks',
  'generation/plan',
  'generation/stream',
  'generation/admit',
  'generation/settle',
  'generation/run',
  'generation/recover',
  'generation/report',
  'shares',
  'usage',
  'exports',
  'imports',
  'deletion',
  'operator',
];

const NAMED_DOORS = Object.entries(require('./scripts/feature-doors.cjs')).flatMap(([feature, files]) =>
  files.map((file) => `^app/features/${feature}/${file.replaceAll('.', '\\.')}$`),
);

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} one rule for each room but the last */
function inOrder(folder, rooms) {
  return rooms.slice(0, -1).map((room, index) => ({
    name: `${folder.split('/').at(-1)}-in-order-${room}`,
    severity: 'error',
    comment: `The rooms of ${folder} have an order: ${rooms.join(' < ')}.`,
    from: { path: `^${folder}/${room}/`, pathNot: TEST },
    to: { path: `^${folder}/(${rooms.slice(index + 1).join('|')})/` },
  }));
}

/** @returns {import('dependency-cruiser').IForbiddenRuleType} a room that is not in the list is in no order */
function onlyRooms(folder, rooms) {
  return {
    name: `${folder.split('/').at(-1)}-rooms-only`,
    severity: 'error',
    comment: `${folder} has these rooms: ${rooms.join(', ')}. Add a new one to the list, in its place.`,
    from: { path: `^${folder}/`, pathNot: `^${folder}/(${rooms.join('|')})/` },
    to: {},
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or miss a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-imports-routes',
      severity: 'error',
      comment: 'A route is an entry point: move the shared piece to a feature.',
      from: { pathNot: '^app/routes/' },
      to: { path: '^app/routes/' },
    },
    {
      name: 'routes-do-not-import-routes',
      severity: 'error',
      comment: 'Move the shared piece to a feature.',
      from: { path: '^app/routes/' },
      to: { path: '^app/routes/' },
    },
    {
      name: 'app-never-imports-worker',
      severity: 'error',
      comment: 'What both processes need lives in app/core.',
      from: { path: '^(app|db)/' },
      to: { path: '^worker/' },
    },
    {
      name: 'sandbox-stands-apart',
      severity: 'error',
      comment:
        'The sandbox speaks the wires of third parties: it shares no code with what it stands in for, but the counts of tokens.',
      from: { path: '^app/sandbox/', pathNot: TEST },
      to: { path: '^(app/(?!sandbox/)|db/|worker/)', pathNot: '^app/core/catalogue/tokens/' },
    },
    {
      name: 'product-never-imports-sandbox',
      severity: 'error',
      comment: 'The application calls the sandbox by HTTP, like a third party.',
      from: { path: '^(app/(?!sandbox/)|db/|worker/)', pathNot: TEST },
      to: { path: '^app/sandbox/' },
    },
    {
      name: 'product-never-imports-tests-or-scripts',
      severity: 'error',
      comment: 'Doubles and fixtures stay outside of the product.',
      from: { path: '^(app|db|worker)/', pathNot: TEST },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'features-are-apart',
      severity: 'error',
      comment: 'Features do not import each other; routes compose them.',
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '^app/features/', pathNot: '^app/features/$1/' },
    },
    {
      name: 'features-have-doors',
      severity: 'error',
      comment: 'Routes import pages, calls, and the doors of scripts/feature-doors.cjs. Add a new one there.',
      from: { path: '^app/(routes/|root\\.|entry\\.)' },
      to: {
        path: '^app/features/',
        pathNot: ['/[A-Z]\\w*Page\\.tsx$', '[/-](page|calls?)\\.server\\.ts$', ...NAMED_DOORS],
      },
    },
    {
      name: 'routes-use-features-for-core',
      severity: 'error',
      comment: 'A route calls a feature function; only features reach into core.',
      from: { path: '^app/routes/' },
      to: { path: '^(app/core|db)/' },
    },
    {
      name: 'only-server-files-touch-core',
      severity: 'error',
      comment: 'In features only *.server.ts may touch core or the database: the rest is sent to browsers.',
      from: { path: '^app/(features|ui)/', pathNot: [SERVER, TEST] },
      to: { path: '^(app/core|app/http|db)/' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      comment: 'ui is what features share. Its *.server.ts may touch core, as those of features.',
      from: { path: '^app/ui/' },
      to: { path: '^app/(features|routes|http)/' },
    },
    {
      name: 'http-knows-no-feature',
      severity: 'error',
      comment: 'http is the process around the features.',
      from: { path: '^app/http/', pathNot: TEST },
      to: { path: '^app/(features|routes)/' },
    },
    {
      name: 'core-knows-no-web',
      severity: 'error',
      comment: 'The engine runs in both processes: no React, no Remix, no web.',
      from: { path: '^app/core/' },
      to: { path: ['^app/(features|routes|ui|http)/', 'node_modules/(react|react-dom|@remix-run)/'] },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      comment: 'Contracts run anywhere.',
      from: { path: '^app/contracts/', pathNot: TEST },
      to: { pathNot: ['^app/contracts/', 'node_modules/zod/', 'node_modules/openai/'] },
    },
    {
      name: 'contracts-take-types-from-openai',
      severity: 'error',
      comment: "The official package's types are the wire that clients rely on; its code is for its adapter.",
      from: { path: '^app/contracts/' },
      to: { path: 'node_modules/openai/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'db-knows-only-contracts',
      severity: 'error',
      comment: 'The database layer knows no business.',
      from: { path: '^db/', pathNot: TEST },
      to: { path: '^(app|worker)/', pathNot: '^app/contracts/' },
    },
    {
      name: 'worker-uses-core',
      severity: 'error',
      comment: 'The worker reaches the engine, never the web.',
      from: { path: '^worker/', pathNot: TEST },
      to: { path: '^app/(features|routes|ui|http)/' },
    },
    ...require('./scripts/chat-walls.cjs'),
    ...inOrder('app/core', CORE),
    onlyRooms('app/core', CORE),
    {
      name: 'adapters-see-only-their-contract',
      severity: 'error',
      comment: 'A provider adapter knows nothing of queues, money, users or conversations.',
      from: {
        path: '^app/core/providers/([^/]+)/',
        // The tables of images and videos are derived from the list of providers.
        pathNot: [TEST, '^app/core/providers/media/registry\\.ts$'],
      },
      to: {
        path: '^(app|db)/',
        pathNot: [
          '^app/core/providers/$1/',
          '^app/core/providers/(contract|provider)\\.ts$',
          '^app/core/providers/shared/',
          '^app/core/providers/media/(contract\\.ts$|shared/)',
          '^app/contracts/',
          // Pure: the protocol of iterators, which every answer is read by.
          '^app/core/platform/iterate\\.ts$',
        ],
      },
    },
    {
      name: 'one-door-to-providers',
      severity: 'error',
      comment: 'Only tasks reach the adapter registry, and only core/generation/run executes tasks.',
      from: { pathNot: ['^app/core/tasks/[^/]+/index\\.ts$', '^app/core/providers/', TEST, '^tests/'] },
      to: { path: '^app/core/providers/(registry|list)\\.ts$' },
    },
    {
      name: 'one-door-to-admission',
      severity: 'error',
      comment: 'A plan is admitted by generation/admit/admit.ts, with its account and its request.',
      from: { pathNot: ['^app/core/generation/admit/admit\\.ts$', TEST, '^tests/'] },
      to: { path: '^app/core/generation/admit/batch\\.ts$' },
    },
    {
      name: 'forms-in-one-place',
      severity: 'error',
      comment: 'A form is read by parseForm or readFields of app/http/body/parse-form.ts.',
      from: { pathNot: '^app/http/body/parse-form\\.ts$' },
      to: { path: 'node_modules/@conform-to/zod/' },
    },
    {
      name: 'bullmq-in-one-place',
      severity: 'error',
      comment: 'Queues are opened in core/queue/bullmq.ts only.',
      from: { pathNot: '^app/core/queue/bullmq\\.ts$' },
      to: { path: 'node_modules/bullmq/' },
    },
    {
      name: 'redis-in-one-place',
      severity: 'error',
      comment:
        'Redis connections are opened in core/platform/redis.ts only; redis-cluster.ts opens one for each node with it.',
      from: { path: '^(app|worker|db)/', pathNot: '^app/core/platform/redis\\.ts$' },
      to: { path: 'node_modules/(redis|@redis)/' },
    },
    {
      name: 'no-orphan-production-dev-dependency',
      severity: 'error',
      comment: 'The product runs on dependencies, not on devDependencies.',
      from: { path: '^(app|worker|db)/', pathNot: TEST },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.css\\?url$', '^build/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

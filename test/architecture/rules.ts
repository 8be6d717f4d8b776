import { type Import, importsOf, isNode, lineOf, type Node, parse, type Source, textOf, visitNodes } from './sources.ts';

/** An architecture rule. Returns the violations in a source file as `file:line description`; `:line` is missing for the whole file. */
type Rule = (source: Source) => string[];

const MAXIMUM_LINES = 300;

const isGenerated = ({ path }: Source): boolean => /\.generated(\.d)?\.ts$/.test(path);
const isInside = (path: string, folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
const isLocal = (target: string): boolean => isInside(target, ['infra', 'functions', 'shared', 'events-schema', 'scripts', 'test']);
const isAwsSdk = (target: string): boolean => target.startsWith('@aws-sdk/') || target.startsWith('@smithy/');
const isCdk = (target: string): boolean => /^(aws-cdk-lib|constructs|cdk-nag|aws-cdk)(\/|$)/.test(target);

/** A rule that forbids some imports of the files to which it applies. */
const importRule =
  (applies: (path: string) => boolean, forbids: (target: string, path: string) => boolean): Rule =>
  (source) =>
    applies(source.path)
      ? importsOf(source)
          .filter(({ target }) => forbids(target, source.path))
          .map(({ from, line, target }: Import) => `${from}:${line} imports ${target}`)
      : [];

/** Folders that can use AWS clients: store, ports, workers, stream, tools and tests. */
const AWS_CLIENT_FOLDERS = ['shared/store', 'shared/ports', 'functions/workers', 'functions/stream', 'scripts', 'test'];
const PRODUCTION_FOLDERS = ['infra', 'functions', 'shared', 'events-schema'];

export const domainIsStandalone = importRule(
  (path) => path.startsWith('shared/domain/'),
  (target) => !target.startsWith('shared/domain/'),
);

export const awsSdkOnlyInItsFolders = importRule((path) => !isInside(path, AWS_CLIENT_FOLDERS), isAwsSdk);

/**
 * The layers of shared code, lowest first. A file imports only files of its layer and of lower layers; imports of types count too. Each
 * subfolder of the store is a separate layer.
 */
const LAYERS: readonly string[] = [
  'shared/domain',
  'shared/platform',
  'shared/locales',
  'shared/ports',
  'shared/store/core',
  'shared/store/audit',
  'shared/store/event-log',
  'shared/store/limits',
  'shared/store/mail',
  'shared/store/console',
  'shared/store/deliveries',
  'shared/store/runs',
  'shared/store/erasure',
  'shared/store/writer',
  'shared/store/export',
  'shared/store/metrics',
  'shared/store/requests',
  'shared/provider',
  'shared/sandbox',
  'shared/runtime',
  'shared/webhooks',
  'shared/mail',
  'shared/e-invoices',
  'shared/documents',
  'shared/flows',
  'shared/api',
  'shared/pages',
  'shared/client',
];

const layerOf = (path: string): number => LAYERS.findIndex((layer) => path.startsWith(`${layer}/`));

export const sharedLayersAreOrdered = importRule(
  (path) => path.startsWith('shared/'),
  (target, path) => target.startsWith('shared/') && layerOf(target) > layerOf(path),
);

/** The one file that the command line shares with the service: it suggests a known name for a mistyped one. */
const SUGGESTION = 'shared/platform/suggestion.ts';

/**
 * The client is a separate package: it imports no code of the service except `SUGGESTION`, and the service does not import the client. Only
 * the console in the browser may import the client, because it calls the API like any other client.
 */
export const clientIsStandalone = importRule(
  (path) => path.startsWith('shared/client/'),
  (target, path) =>
    !target.startsWith('shared/client/') &&
    !target.startsWith('node:') &&
    !(path.startsWith('shared/client/cli/') && target === SUGGESTION) &&
    // The packages below are bundled. The files that import a package are loaded only by the command that needs the package.
    !(path.startsWith('shared/client/cli/apply/') && ['yaml', 'ajv/dist/2020.js'].includes(target)) &&
    !(path === 'shared/client/cli/usage-import.ts' && target === 'papaparse') &&
    !(path.startsWith('shared/client/cli/mcp/') && target.startsWith('@modelcontextprotocol/sdk/')),
);
export const serviceImportsNoClient = importRule(
  (path) => isInside(path, PRODUCTION_FOLDERS) && !isInside(path, ['shared/client', 'functions/console/browser']),
  (target) => target.startsWith('shared/client/'),
);

/** Only the command line of the client imports Node modules, so that the rest of the client runs in a browser. */
export const clientNeedsNoNode = importRule(
  (path) => path.startsWith('shared/client/') && !path.startsWith('shared/client/cli/'),
  (target) => target.startsWith('node:') || target.startsWith('shared/client/cli/'),
);

/** Every file of shared code is in a layer. */
export const sharedFilesHaveALayer: Rule = ({ path }) =>
  path.startsWith('shared/') && layerOf(path) === -1 ? [`${path} is in no layer of LAYERS`] : [];

/**
 * Production code does not import tests, and only `infra` imports scripts. Shared code does not import functions, stacks or the event
 * schemas; functions do not import stacks.
 */
export const noOuterImports = importRule(
  (path) => isInside(path, PRODUCTION_FOLDERS),
  (target, path) => {
    if (isInside(target, ['test'])) return true;
    if (isInside(target, ['scripts'])) return !path.startsWith('infra/');
    if (path.startsWith('shared/')) return isInside(target, ['functions', 'infra', 'events-schema']);
    if (path.startsWith('functions/')) return isInside(target, ['infra']);
    return false;
  },
);

/**
 * Stacks get the declarations of operations from `shared/api/registry.ts` at run time. They import no functions, no layers that run inside
 * functions, and no AWS SDK.
 */
export const infraImportsNoRuntimeCode = importRule(
  (path) => path.startsWith('infra/'),
  (target) =>
    isInside(target, [
      'functions',
      'shared/store',
      'shared/provider',
      'shared/sandbox',
      'shared/runtime',
      'shared/webhooks',
      'shared/flows',
    ]) || isAwsSdk(target),
);

export const cdkOnlyInInfra = importRule((path) => isInside(path, ['functions', 'shared', 'events-schema']), isCdk);

/** Local import specifiers contain the file extension. */
export const importsHaveExtensions = importRule(
  () => true,
  (target) => isLocal(target) && !/\.(tsx?|mjs|json)$/.test(target),
);

export const filesStayShort: Rule = (source) => {
  const lines = source.text.trimEnd().split('\n').length;
  return isGenerated(source) || lines <= MAXIMUM_LINES ? [] : [`${source.path} has ${lines} lines`];
};

/** Calls whose result depends on the current time or on chance. */
const AMBIENT_CALLS = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'process.hrtime',
]);

/** The domain gets time and ids as parameters. */
export const domainReadsNoClock: Rule = (source) => {
  if (!source.path.startsWith('shared/domain/')) return [];
  const violations: string[] = [];
  visitNodes(parse(source), (node) => {
    const callee = textOf(source, node['callee']);
    const isAmbient =
      (node.type === 'MemberExpression' && AMBIENT_CALLS.has(textOf(source, node))) ||
      (node.type === 'NewExpression' && callee === 'Date' && Array.isArray(node['arguments']) && node['arguments'].length === 0) ||
      (node.type === 'CallExpression' && callee === 'Date');
    if (isAmbient) violations.push(`${source.path}:${lineOf(source, node)} ${textOf(source, node)}`);
    return undefined;
  });
  return violations;
};

const AWS_CLIENT_CLASS = /^(DynamoDBDocumentClient|DynamoDBDocument|\w+Client|DynamoDB|SQS|SNS|S3|KMS|SFN|EventBridge|SecretsManager)$/;
const FUNCTION_NODE_TYPES = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** AWS clients are created on first use, not when a module is loaded, so that functions start fast and tests need no AWS. */
export const noClientAtModuleLoad: Rule = (source) => {
  if (!isInside(source.path, ['functions', 'shared', 'infra', 'events-schema'])) return [];
  const violations: string[] = [];
  visitNodes(parse(source), (node) => {
    if (FUNCTION_NODE_TYPES.has(node.type)) return false;
    const callee = textOf(source, node['callee']);
    const createsClient =
      (node.type === 'NewExpression' && AWS_CLIENT_CLASS.test(callee)) ||
      (node.type === 'CallExpression' && callee === 'DynamoDBDocumentClient.from');
    if (createsClient) violations.push(`${source.path}:${lineOf(source, node)} opens a client at module load`);
    return undefined;
  });
  return violations;
};

/** An AWS client without time limits waits for a broken connection until its function times out. */
export const awsClientsHaveTimeLimits: Rule = (source) => {
  if (!isInside(source.path, ['functions', 'shared'])) return [];
  const violations: string[] = [];
  visitNodes(parse(source), (node) => {
    const createsClient = node.type === 'NewExpression' && AWS_CLIENT_CLASS.test(textOf(source, node['callee']));
    if (createsClient && !/\brequestHandler\b/.test(textOf(source, node)))
      violations.push(`${source.path}:${lineOf(source, node)} opens a client without time limits (shared/platform/aws-calls.ts)`);
    return undefined;
  });
  return violations;
};

export const noDefaultExportInFunctions: Rule = (source) => {
  if (!source.path.startsWith('functions/')) return [];
  const { body } = parse(source);
  return (Array.isArray(body) ? body : [])
    .filter(isNode)
    .filter(({ type }) => type === 'ExportDefaultDeclaration' || type === 'TSExportAssignment')
    .map((statement) => `${source.path}:${lineOf(source, statement)} has a default export`);
};

const isTyped = (node: unknown, type: string): node is Node => isNode(node) && node.type === type;

/** A cast that the compiler cannot check needs a comment above it with the reason. */
export const uncheckedCastsHaveReasons: Rule = (source) => {
  if (!isInside(source.path, ['functions', 'shared'])) return [];
  const violations: string[] = [];
  const lines = source.text.split('\n');
  visitNodes(parse(source), (node) => {
    if (node.type !== 'TSAsExpression') return undefined;
    const inner = node['expression'];
    const isUnchecked =
      isTyped(node['typeAnnotation'], 'TSNeverKeyword') ||
      (isTyped(inner, 'TSAsExpression') && isTyped(inner['typeAnnotation'], 'TSUnknownKeyword'));
    const line = lineOf(source, node);
    if (isUnchecked && !lines[line - 2]?.trim().startsWith('//')) violations.push(`${source.path}:${line} ${textOf(source, node)}`);
    return undefined;
  });
  return violations;
};

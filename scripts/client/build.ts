import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { programOf } from '../check/programs.ts';

const SOURCES = join(REPOSITORY_ROOT, 'shared', 'client');
/** Source file with the types of the payment element's events, for pages that embed the element. */
const ELEMENT_TYPES = join(REPOSITORY_ROOT, 'functions', 'payment-element', 'browser', 'events.ts');
const GENERATED_TYPES = 'api.generated.d.ts';

const README = `# Client of the billing service

Install this folder in your project: \`npm install <path to this folder>\`. The package is not in the public npm registry.

\`\`\`ts
import { createBilling, webhooks } from 'billing-service-client';

const billing = createBilling({ key: process.env.BILLING_KEY, baseUrl: 'https://billing.example.com' });
const customer = await billing.customers.create({ name: 'Ada' });
for await (const invoice of billing.invoices.list({ customer_id: customer.id })) console.log(invoice.number);
for await (const event of billing.events.stream()) console.log(event.type);
const event = await webhooks.verify(rawBody, request.headers.get('Service-Signature'), secret);
\`\`\`

Requests are retried after transient failures. The client sends an idempotency key with each write, so that a retry does not repeat it. Error responses are thrown: \`InvalidRequestError\` names the field in \`param\`.

A page that embeds the payment element gets the types of its events with \`import type {} from 'billing-service-client/element'\`.
`;

const manifest = (): string => {
  const { version } = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  return `${JSON.stringify(
    {
      name: 'billing-service-client',
      version,
      description: 'Typed client of the billing service',
      type: 'module',
      engines: { node: '>=20.3' },
      exports: { '.': { types: './types/index.d.ts', default: './index.js' }, './element': { types: './types/events.d.ts' } },
      bin: { billing: './billing.js' },
      files: ['index.js', 'billing.js', 'billing', 'types', 'README.md'],
      sideEffects: false,
    },
    null,
    2,
  )}\n`;
};

const writeDeclarations = (file: string, directory: string): void => {
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--incremental', 'false', '--outDir', directory];
  const [program, ...args] = programOf('typescript', 'tsc', '--ignoreConfig', ...COMPILER, ...options, file);
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: REPOSITORY_ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The compiler could not write the client's types.\n${stdout}${stderr}`);
};

const emitTypes = (directory: string): void => {
  writeDeclarations(join(SOURCES, 'index.ts'), directory);
  writeDeclarations(ELEMENT_TYPES, directory);
  copyFileSync(join(SOURCES, GENERATED_TYPES), join(directory, GENERATED_TYPES));
  for (const file of readdirSync(directory)) {
    const declarations = readFileSync(join(directory, file), 'utf8');
    // Imports must end in `.js`: with `.ts`, a compiler finds `x.d.ts` only with certain settings.
    if (file !== GENERATED_TYPES)
      writeFileSync(join(directory, file), declarations.replaceAll(/(from '\.\/[^']+?)(?:\.d)?\.ts'/g, "$1.js'"));
  }
};

/** Compiler options of a program without type packages (`@types`). The client's declarations must compile in such a program. */
const COMPILER = [
  ...['--target', 'es2023', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable'],
  ...['--strict', '--skipLibCheck', 'false', '--types', '', '--allowImportingTsExtensions', '--rewriteRelativeImportExtensions'],
] as const;

/** Bundles the client as one module without imports, for every runtime with `fetch`. */
export const bundleClient = async (file: string): Promise<void> => {
  await build({
    entryPoints: [join(SOURCES, 'index.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
};

/** Writes the client's npm package: ESM, command line and types. */
export const buildClient = async (directory: string): Promise<void> => {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, 'types'), { recursive: true });
  await bundleClient(join(directory, 'index.js'));
  await build({
    entryPoints: { billing: join(SOURCES, 'cli', 'bin.ts') },
    outdir: directory,
    bundle: true,
    // The libraries of `billing mcp` and `billing apply` are in separate files, which other commands do not load.
    splitting: true,
    // The library for YAML is a CommonJS module that requires modules of Node.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    chunkNames: 'billing/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  emitTypes(join(directory, 'types'));
  writeFileSync(join(directory, 'package.json'), manifest());
  writeFileSync(join(directory, 'README.md'), README);
};

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CATALOGUE } from '../events-schema/catalogue.ts';
import { eventExamples } from '../events-schema/examples.ts';
import { SETTINGS } from '../infra/settings.ts';
import { loadOperations, REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { asyncApiDocument } from './generate/asyncapi.ts';
import { clientResources } from './generate/client-resources.ts';
import { clientTypes } from './generate/client-types.ts';
import { eventSchemaFiles, eventTable } from './generate/event-schemas.ts';
import { fontFilesModule } from './generate/font-files.ts';
import { formatJson } from './generate/json-schema.ts';
import { isPublished, openApiDocument } from './generate/openapi.ts';
import { pythonClient } from './generate/python-client.ts';
import { replaceSection, routesModule, routeTable } from './generate/routes.ts';
import { settingsTable } from './generate/settings.ts';
import { LOCAL_SETTINGS } from './local/settings.ts';

/**
 * `npm run generate [-- --check]`: writes the generated files, most of them from the declarations of the operations and the event
 * catalogue. With `--check` it writes nothing, lists files that are out of date and fails if there are any.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const contentOf = (file: string): string | null => {
  const path = join(REPOSITORY_ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
};

const operations = (await loadOperations()).map(({ operation }) => operation);
const document = openApiDocument(operations, {
  examples: JSON.parse(contentOf('shared/api/examples.json') ?? '{}'),
  events: CATALOGUE,
});
const stream = operations.find(({ response }) => response === 'event-stream');
if (stream === undefined) throw new Error('No operation streams events.');
/** Markdown files with a generated table, and the section that contains it. */
const DOCUMENTS: readonly (readonly [file: string, section: string, table: string])[] = [
  ['functions/README.md', 'routes', routeTable(operations)],
  ['infra/README.md', 'settings', settingsTable(SETTINGS)],
  ['scripts/README.md', 'settings', settingsTable(LOCAL_SETTINGS)],
  ['events-schema/README.md', 'events', eventTable()],
];
const files = new Map<string, string>([
  ['shared/api/routes.generated.ts', routesModule(operations)],
  ['shared/api/openapi.generated.json', formatJson(document)],
  ['shared/api/asyncapi.generated.json', formatJson(asyncApiDocument(CATALOGUE, stream))],
  ['shared/platform/font-files.generated.ts', fontFilesModule()],
  ['shared/client/api.generated.d.ts', await clientTypes(document)],
  ['shared/client/resources.generated.ts', clientResources(operations.filter(isPublished))],
  ...[...pythonClient(operations.filter(isPublished), document)].map(([file, content]): [string, string] => [
    `shared/python-client/billing_service/${file}`,
    content,
  ]),
  ...DOCUMENTS.map(([file, section, table]): [string, string] => [file, replaceSection(contentOf(file) ?? '', section, table)]),
  ...eventSchemaFiles(),
  ...[...eventExamples()].map(([name, event]): [string, string] => [
    `events-schema/examples/${name}.json`,
    `${JSON.stringify(event, null, 2)}\n`,
  ]),
]);

const stale = [...files].filter(([file, content]) => contentOf(file) !== content);
for (const [file, content] of stale) {
  if (values.check) {
    console.log(`${file} is out of date: run npm run generate`);
    continue;
  }
  mkdirSync(dirname(join(REPOSITORY_ROOT, file)), { recursive: true });
  writeFileSync(join(REPOSITORY_ROOT, file), content);
  console.log(`wrote ${file}`);
}
if (values.check && stale.length > 0) process.exitCode = 1;

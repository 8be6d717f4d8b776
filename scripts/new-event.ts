import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { CATALOGUE_FILE, EVENT_TYPES_FILE, newEventType } from './scaffold/event-type.ts';
import { writeFormatted } from './scaffold/finish.ts';

/**
 * `npm run new-event -- <type> <when it is recorded>`: scaffolds an event type. Adds it to the list of types, the catalogue and the
 * examples, and generates its JSON Schema.
 */
const USAGE = `Usage: npm run new-event -- TYPE 'WHEN IT IS RECORDED'

  for example: npm run new-event -- subscription.trial_extended 'A trial was extended.'`;

const textOf = (file: string): string => readFileSync(join(REPOSITORY_ROOT, file), 'utf8');

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help === true || positionals.length === 0) {
    console.log(USAGE);
    process.exit(values.help === true ? 0 : 1);
  }
  const readSamplesFile = (file: string) => (existsSync(join(REPOSITORY_ROOT, file)) ? textOf(file) : null);
  const sources = { eventTypes: textOf(EVENT_TYPES_FILE), catalogue: textOf(CATALOGUE_FILE), readSamplesFile };
  writeFormatted(newEventType(positionals, sources));
  console.log('Next: "Add an event type" in events-schema/README.md');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

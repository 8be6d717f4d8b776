import { camel } from './names.ts';

/** Current contents of the files to which a new event type is added. */
export interface EventFiles {
  readonly eventTypes: string;
  readonly catalogue: string;
  /** Returns the text of the file with an object's sample and example events; `null`: no such file. */
  readonly readSamplesFile: (path: string) => string | null;
}

export const EVENT_TYPES_FILE = 'shared/domain/event-types.ts';
export const CATALOGUE_FILE = 'events-schema/catalogue.ts';

/** Returns the path of an object's sample and examples. */
const samplesFile = (object: string): string => `events-schema/samples/${object.replace(/[._]/g, '-')}.ts`;

const TYPE = /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/;

interface Entry {
  /** Function of the catalogue that builds entries about the object: `coupon`, `entriesOfObject(CreditNote)`. */
  readonly builder: string;
  readonly type: string;
}

/** Returns the catalogue's entries about an object, in order. An entry starts with two spaces: `  coupon('coupon.created', ...`. */
const entriesAbout = (object: string, catalogue: string): readonly Entry[] =>
  [...catalogue.matchAll(/^ {2}(\w+(?:\(\w+\))?)\(\s*'([a-z_.]+)'/gm)]
    .map(([, builder = '', type = '']) => ({ builder, type }))
    .filter(({ type }) => type.slice(0, type.lastIndexOf('.')) === object);

const builderOf = (object: string, entries: readonly Entry[], catalogue: string): string => {
  const name = camel(object.replaceAll('.', '_'));
  const builder = entries[0]?.builder ?? (new RegExp(`^const ${name} = `, 'm').test(catalogue) ? name : undefined);
  if (builder === undefined) {
    const schema = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    throw new Error(
      `No event type is about "${object}" yet. First declare its object in ${CATALOGUE_FILE}: const ${name} = entriesOfObject(${schema});`,
    );
  }
  return builder;
};

const insertAt = (text: string, offset: number, line: string): string => `${text.slice(0, offset)}${line}${text.slice(offset)}`;

/** Returns the offset after the list element that matches `start`; without `start`, the end of the list. */
const offsetAfter = (text: string, start: RegExp | null): number => {
  const begin = start === null ? 0 : text.search(start);
  // Without `start`: the line break before `] as const`. Otherwise: the comma and line break before the next element or `]`.
  const end = start === null ? /\n(?=\] as const)/ : /,\n(?= {2}['\w]|\])/;
  const match = begin === -1 ? null : end.exec(text.slice(begin));
  if (match === null) throw new Error('The list of event types has an unknown format.');
  return begin + match.index + match[0].length;
};

/** Builds the examples of a new type, as changes of the object's sample. The invalid example has no `object`. */
const exampleEntry = (type: string): string => `  '${type}': { previous: null, invalid: { data: { object: undefined } } },\n`;

/** Adds the type to the examples of its object, or returns a new file, whose empty sample does not compile until it is filled in. */
const withExample = (samples: string | null, object: string, type: string): string => {
  if (samples !== null) return insertAt(samples, samples.lastIndexOf('});'), exampleEntry(type));
  const name = camel(object.replaceAll('.', '_'));
  const schema = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [
    "import type * as v from 'valibot';",
    `import type { ${schema} } from '../../shared/api/objects/${object.replace(/[._]/g, '-')}.ts';`,
    "import { examplesOf } from './example.ts';\n",
    `const ${name}: v.InferOutput<typeof ${schema}> = {};\n`,
    `export const ${name}Examples = examplesOf(${name}, {\n${exampleEntry(type)}});\n`,
  ].join('\n');
};

/**
 * Builds the changed files of a new event type by path: the list of types, the catalogue and the examples. Throws a message for the user if
 * the arguments are invalid.
 */
export const newEventType = ([type = '', description = '']: readonly string[], files: EventFiles): ReadonlyMap<string, string> => {
  if (!TYPE.test(type)) throw new Error(`"${type}" is not an event type such as coupon.redeemed.`);
  if (!/^[A-Z][^']*\.$/.test(description)) throw new Error('Describe in a sentence when the event is recorded: "A coupon was redeemed."');
  if (files.eventTypes.includes(`'${type}'`)) throw new Error(`The event type ${type} already exists.`);
  const object = type.slice(0, type.lastIndexOf('.'));
  const entries = entriesAbout(object, files.catalogue);
  const builder = builderOf(object, entries, files.catalogue);
  const last = entries.at(-1)?.type;
  const lastElement = (prefix: string): RegExp | null =>
    last === undefined ? null : new RegExp(`^ {2}${prefix}'${last.replaceAll('.', '\\.')}'`, 'm');
  const entry = `  ${builder}('${type}', '${type.endsWith('.created') ? 'none' : 'former values'}', '${description}'),\n`;
  return new Map([
    [EVENT_TYPES_FILE, insertAt(files.eventTypes, offsetAfter(files.eventTypes, lastElement('')), `  '${type}',\n`)],
    [CATALOGUE_FILE, insertAt(files.catalogue, offsetAfter(files.catalogue, lastElement('[\\w()]+\\(\\s*')), entry)],
    [samplesFile(object), withExample(files.readSamplesFile(samplesFile(object)), object, type)],
  ]);
};

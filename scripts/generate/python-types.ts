import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import { isJsonObject } from './json-schema.ts';

/** Whether a type describes what is sent or what is received: callers may pass any sequence or mapping, and receive lists and dicts. */
export type Direction = 'sent' | 'received';

const REFERENCE = '#/components/schemas/';
const IDENTIFIER = /^[A-Za-z_]\w*$/;
/** Names that Python reserves: they cannot be names of attributes or parameters. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** `api_key.create` and `billing_portal.session` as names of classes: `ApiKeyCreate`, `BillingPortalSession`. */
export const className = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('');

/** A docstring on one line. */
export const docstring = (text: string, indent: string): string => {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  return `${indent}"""${escaped}${escaped.endsWith('"') ? ' ' : ''}"""`;
};

const literal = (value: Json | undefined): string =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);

const PRIMITIVES: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'collections.abc': ['Mapping', 'Sequence'],
  typing: ['Any', 'Literal', 'NotRequired', 'TypedDict', 'Unpack', 'cast'],
};

/** The import statements of the standard names that a module uses. */
export const importsOf = (code: string): readonly string[] => {
  const used = new Set(code.replaceAll(/"""[\s\S]*?"""/g, '').match(/\w+/g));
  return Object.entries(IMPORTS).flatMap(([module, names]) => {
    const imported = names.filter((name) => used.has(name));
    return imported.length === 0 ? [] : [`from ${module} import ${imported.join(', ')}`];
  });
};

/** The Python types of an OpenAPI document: `expression` names the type of a schema and declares classes for its objects. */
export interface PythonTypes {
  readonly expression: (schema: Json | undefined, name: string, direction: Direction) => string;
  /** Declares a class with the properties of a schema and returns its name. */
  readonly declare: (name: string, schema: JsonObject, direction: Direction) => string;
  /** Declares a union of classes that are already declared. */
  readonly declareUnion: (name: string, members: readonly string[], description: string) => void;
  readonly module: () => string;
}

/** Collects the classes that describe requests and responses. */
export const pythonTypes = (): PythonTypes => {
  const classes = new Map<string, string>();

  const property = (
    [name, schema]: readonly [string, Json | undefined],
    owner: string,
    required: boolean,
    direction: Direction,
  ): string => {
    const type = expression(schema, `${owner}${className(name)}`, direction);
    const description = isJsonObject(schema) && typeof schema['description'] === 'string' ? schema['description'] : null;
    return [
      `    ${name}: ${required ? type : `NotRequired[${type}]`}`,
      ...(description === null ? [] : [docstring(description, '    ')]),
    ].join('\n');
  };

  /** The functional syntax of `TypedDict`, which allows keys that are not identifiers. */
  const functional = (
    name: string,
    entries: readonly (readonly [string, Json | undefined])[],
    required: ReadonlySet<string>,
    direction: Direction,
  ): string => {
    const lines = entries.map(([key, schema]) => {
      const type = expression(schema, `${name}${className(key)}`, direction);
      return `        ${JSON.stringify(key)}: ${JSON.stringify(required.has(key) ? type : `NotRequired[${type}]`)},`;
    });
    return [`${name} = TypedDict(`, `    "${name}",`, '    {', ...lines, '    },', ')'].join('\n');
  };

  const declare = (name: string, schema: JsonObject, direction: Direction): string => {
    const { properties, required, description } = schema;
    const entries = Object.entries(isJsonObject(properties) ? properties : {});
    const requiredNames = new Set((Array.isArray(required) ? required : []).map(String));
    // Reserves the position: the class comes before the classes of its nested objects.
    classes.set(name, '');
    const isPlain = entries.every(([key]) => IDENTIFIER.test(key) && !KEYWORDS.has(key));
    classes.set(
      name,
      isPlain
        ? [
            `class ${name}(TypedDict):`,
            ...(typeof description === 'string' ? [`${docstring(description, '    ')}\n`] : []),
            ...entries.map((entry) => property(entry, name, requiredNames.has(entry[0]), direction)),
            ...(entries.length === 0 && typeof description !== 'string' ? ['    pass'] : []),
          ].join('\n')
        : functional(name, entries, requiredNames, direction),
    );
    return name;
  };

  const objectType = (schema: JsonObject, name: string, direction: Direction): string => {
    if (isJsonObject(schema['properties'])) return declare(name, schema, direction);
    const mapping = direction === 'sent' ? 'Mapping' : 'dict';
    const values = isJsonObject(schema['additionalProperties']) ? schema['additionalProperties'] : {};
    return `${mapping}[str, ${expression(values, `${name}Value`, direction)}]`;
  };

  const typeNamed = (type: Json, schema: JsonObject, name: string, direction: Direction): string => {
    if (type === 'object') return objectType(schema, name, direction);
    if (type !== 'array') return PRIMITIVES[String(type)] ?? 'object';
    return `${direction === 'sent' ? 'Sequence' : 'list'}[${expression(schema['items'], `${name}Item`, direction)}]`;
  };

  /** Received values without a type are `Any`, so that their parts can be read without a check. */
  const expression = (schema: Json | undefined, name: string, direction: Direction): string => {
    const unknown = direction === 'sent' ? 'object' : 'Any';
    if (!isJsonObject(schema)) return unknown;
    const { $ref: reference, anyOf, oneOf, type } = schema;
    if (typeof reference === 'string') return className(reference.slice(REFERENCE.length));
    const branches = anyOf ?? oneOf;
    if (Array.isArray(branches))
      return union(branches.map((branch, index) => expression(branch, index === 0 ? name : `${name}${index + 1}`, direction)));
    if ('const' in schema) return `Literal[${literal(schema['const'])}]`;
    if (Array.isArray(schema['enum'])) return `Literal[${schema['enum'].map(literal).join(', ')}]`;
    if (Array.isArray(type)) return union(type.map((each) => typeNamed(each, schema, name, direction)));
    return type === undefined ? unknown : typeNamed(type, schema, name, direction);
  };

  const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

  return {
    expression,
    declare,
    declareUnion: (name, members, description) =>
      void classes.set(name, [`${name} = (`, `    ${members.join('\n    | ')}`, ')', docstring(description, '')].join('\n')),
    module: () => {
      const code = [...classes.values()].map((text) => `\n${text}\n`).join('\n');
      return [
        '"""Written by `npm run generate` from the API\'s description: the objects of requests and responses."""',
        '',
        'from __future__ import annotations',
        '',
        ...importsOf(code),
        '',
        code,
      ].join('\n');
    },
  };
};

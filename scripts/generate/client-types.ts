import { register } from 'node:module';
import type { SchemaObject } from 'openapi-typescript';
import type ts from 'typescript-api';
import type { JsonObject } from '../../shared/domain/tenant.ts';

/** Module hook: when openapi-typescript imports `typescript`, it gets `typescript-api`, an older TypeScript that has a compiler API. */
const REDIRECT = `export const resolve = (specifier, context, next) =>
  next(specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-api' : specifier, context);`;

type Factory = (typeof ts)['factory'];

/** Builds `'open' | 'paid' | (string & {})`: the compiler accepts every string, and editors propose the known values. */
const openEnumType = (factory: Factory, kinds: typeof ts.SyntaxKind, values: readonly string[], isNullable: boolean): ts.TypeNode => {
  const literals = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const anyString = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([factory.createKeywordTypeNode(kinds.StringKeyword), factory.createTypeLiteralNode([])]),
  );
  const nothing = isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...literals, anyString, ...nothing]);
};

/** Generates TypeScript types from the OpenAPI document with openapi-typescript. */
export const clientTypes = async (document: JsonObject): Promise<string> => {
  register(`data:text/javascript,${encodeURIComponent(REDIRECT)}`);
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const { factory, SyntaxKind } = (await import('typescript-api')).default;
  const transform = (schema: SchemaObject): ts.TypeNode | undefined => {
    const values: unknown = 'x-extensible-enum' in schema ? schema['x-extensible-enum'] : undefined;
    if (!Array.isArray(values)) return undefined;
    return openEnumType(factory, SyntaxKind, values as string[], Array.isArray(schema.type));
  };
  // `defaultNonNullable` would require the fields of a body that have a default.
  const types = astToString(await openapiTS(JSON.stringify(document), { transform, defaultNonNullable: false }));
  return `/** Written by \`npm run generate\` from the API's description. */\n\n${types}`;
};

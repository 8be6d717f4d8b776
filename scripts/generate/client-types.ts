import { register } from 'node:module';
import type { JsonObject } from '../../shared/domain/tenant.ts';

/** The generator needs TypeScript's compiler API, which TypeScript 7 lacks: redirects its import to `typescript-api`, an older version. */
const REDIRECT = `export const resolve = (specifier, context, next) =>
  next(specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-api' : specifier, context);`;

/** Generates the types of the API's description with openapi-typescript. */
export const clientTypes = async (document: JsonObject): Promise<string> => {
  register(`data:text/javascript,${encodeURIComponent(REDIRECT)}`);
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const types = astToString(await openapiTS(JSON.stringify(document)));
  return `/** Written by \`npm run generate\` from the API's description. */\n\n${types}`;
};

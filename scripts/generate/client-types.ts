import { register } from 'node:module';
import type { JsonObject } from '../../shared/domain/tenant.ts';

/** A module hook: openapi-typescript imports `typescript-api`, an older version with the compiler API that TypeScript 7 lacks. */
const REDIRECT = `export const resolve = (specifier, context, next) =>
  next(specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-api' : specifier, context);`;

/** Generates the types of the API's description with openapi-typescript. */
export const clientTypes = async (document: JsonObject): Promise<string> => {
  register(`data:text/javascript,${encodeURIComponent(REDIRECT)}`);
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const types = astToString(await openapiTS(JSON.stringify(document)));
  return `/** Written by \`npm run generate\` from the API's description. */\n\n${types}`;
};

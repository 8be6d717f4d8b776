import { register } from 'node:module';
import type { JsonObject } from '../../shared/domain/tenant.ts';

/** The generator works with TypeScript's programming interface, which the compiler used here no longer has; the version that has it is next to it. */
const REDIRECT = `export const resolve = (specifier, context, next) =>
  next(specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-api' : specifier, context);`;

/** The types of a client of the described API, as the tool that teams use makes them. */
export const clientTypes = async (document: JsonObject): Promise<string> => {
  register(`data:text/javascript,${encodeURIComponent(REDIRECT)}`);
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const types = astToString(await openapiTS(JSON.stringify(document)));
  return `/** Written by \`npm run generate\` from the API's description. */\n\n${types}`;
};

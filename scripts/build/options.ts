import type { BuildOptions } from 'esbuild';

/** esbuild options of every function. The banner defines `require` for CommonJS dependencies that load Node modules. */
export const FUNCTION_BUNDLE = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);" },
  minify: true,
  // Drops the texts of the API's documentation (`shared/api/schemas/described.ts`).
  define: { DESCRIPTIONS_DROPPED: 'true' },
  // Stack traces show source files and lines; the bundle does not contain the source code.
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

import type { BuildOptions } from 'esbuild';

/** How every function is bundled. The banner: some dependencies are CommonJS and call `require` for Node's own modules. */
export const FUNCTION_BUNDLE = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);" },
  minify: true,
  // Stack traces name sources and lines; the sources themselves stay out of the bundle.
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

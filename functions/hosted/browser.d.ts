/** The browser script built from a source file; the build embeds it in the bundle. */
declare module 'browser:*' {
  /** The file name in `/assets/`. */
  export const name: string;
  export const gzipped: Uint8Array;
  /** The gzipped chunks that the script imports, by file name. */
  export const chunks: Readonly<Record<string, Uint8Array>>;
}
/** The file names of a page's script and of the chunks that it needs to start. */
declare module 'browser-names:*' {
  const script: { readonly name: string; readonly startChunks: readonly string[] };
  export default script;
}

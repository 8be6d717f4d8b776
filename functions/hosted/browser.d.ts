/** The script that is made of one of the project's files; the build puts it into the bundle. */
declare module 'browser:*' {
  /** By which it is served, in `/assets/`. */
  export const name: string;
  export const gzipped: Uint8Array;
  /** What it loads on its own, by name. */
  export const parts: Readonly<Record<string, Uint8Array>>;
}
/** What a page has fetched: the name of its script, and those of the parts that it cannot begin without. */
declare module 'browser-names:*' {
  const names: { readonly name: string; readonly needs: readonly string[] };
  export default names;
}

/** The script that is made of one of the project's files, gzipped; the build puts it into the bundle. */
declare module 'browser:*' {
  const bytes: Uint8Array;
  export default bytes;
}
/** The name that it is served by, in `/assets/`. */
declare module 'browser-name:*' {
  const name: string;
  export default name;
}

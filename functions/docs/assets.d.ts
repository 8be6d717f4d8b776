/** The gzipped bytes of a file of a dependency; the build puts them into the bundle. */
declare module 'asset:*' {
  const bytes: Uint8Array;
  export default bytes;
}

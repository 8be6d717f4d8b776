/** The gzipped bytes of a file of a dependency; the build puts them into the bundle. */
declare module 'asset:*' {
  const bytes: Uint8Array;
  export default bytes;
}

/** The guides as Markdown, by file name; the build puts them into the bundle. */
declare module 'guides:texts' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

/** The guides' file names, titles and first sentences. */
declare module 'guides:list' {
  const list: readonly { readonly file: string; readonly title: string; readonly summary: string }[];
  export default list;
}

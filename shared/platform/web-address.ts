/** The address where it is one of the web; nothing else may be behind a link: what a tenant typed must not run. */
export const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;

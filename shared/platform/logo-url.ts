import { baseUrl } from './environment.ts';

const prefix = (): string => `${baseUrl()}/brand/`;

/** URL of an uploaded logo. `name`: its file name, which contains a hash of the content. */
export const logoUrlOf = (accountId: string, name: string): string => `${prefix()}${accountId}/${name}`;

/** The account whose uploaded logo has this URL; `null`: not the URL of an uploaded logo. */
export const accountOfLogo = (url: string): string | null =>
  url.startsWith(prefix()) ? (url.slice(prefix().length).split('/')[0] ?? null) : null;

/** Returns the token of a `Bearer` header; `undefined` if the header is missing or has another scheme. */
export const bearerOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];

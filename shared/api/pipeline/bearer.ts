/** What backs `Bearer`; `undefined` for another form of the header, or none. */
export const bearerOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];

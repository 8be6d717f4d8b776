type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** The fields of `Body` under the names that the domain uses: `tax_behavior` becomes `taxBehavior`. Values are unchanged. */
export type CamelKeys<Body> = { readonly [Name in keyof Body as Name extends string ? CamelCase<Name> : Name]: Body[Name] };

/** Renames the fields of a request's body, not those of nested objects, from the names of the API to the names of the domain. */
export const camelKeys = <Body extends object>(body: Body): CamelKeys<Body> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()), value]),
  ) as CamelKeys<Body>;

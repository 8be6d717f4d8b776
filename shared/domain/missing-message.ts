/** Format of ids that may be repeated in an error message: 3 to 64 characters, a prefix and letters or digits (`price_123`). */
const ID = /^(?=.{3,64}$)[a-z]{1,10}_[0-9A-Za-z]+$/;

/** Returns the value if it may be repeated in an error message; `null`: not in the format of an id. */
export const echoableId = (value: unknown): string | null => (typeof value === 'string' && ID.test(value) ? value : null);

/** Message for a missing object: ``No price `price_123`.``, or `No such price.` for a value that must not be repeated. */
export const missingMessage = (noun: string, id: unknown): string => {
  const echoedId = echoableId(id);
  return echoedId === null ? `No such ${noun}.` : `No ${noun} \`${echoedId}\`.`;
};

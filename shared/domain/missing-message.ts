/** Format of ids that an error message may repeat: 3 to 64 characters; a prefix, an underscore, and letters or digits (`price_123`). */
const ID = /^(?=.{3,64}$)[a-z]{1,10}_[0-9A-Za-z]+$/;

/** Returns the value if an error message may repeat it; `null`: the value does not have the format of an id. */
export const echoableId = (value: unknown): string | null => (typeof value === 'string' && ID.test(value) ? value : null);

/** Message for a missing object: ``No price `price_123`.``, or `No such price.` for a value that must not be repeated. */
export const missingMessage = (noun: string, id: unknown): string => {
  const echoedId = echoableId(id);
  return echoedId === null ? `No such ${noun}.` : `No ${noun} \`${echoedId}\`.`;
};

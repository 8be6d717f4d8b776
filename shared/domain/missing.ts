/** What may be echoed in a message: an id of any kind, no longer than 64 characters. */
const ID = /^(?=.{3,64}$)[a-z]{1,10}_[0-9A-Za-z]+$/;

/** The value where it may be echoed as an id, otherwise `null`. */
export const echoableId = (value: unknown): string | null => (typeof value === 'string' && ID.test(value) ? value : null);

/** The message about an object that is not there: ``No price `price_...`.``, or `No such price.` where the id may not be echoed. */
export const missingMessage = (what: string, id: unknown): string => {
  const shown = echoableId(id);
  return shown === null ? `No such ${what}.` : `No ${what} \`${shown}\`.`;
};

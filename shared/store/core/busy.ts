/** The same item was changed by others again and again: worth a retry by the caller. */
export class Busy extends Error {
  constructor() {
    super('too many concurrent changes of the same record');
    this.name = 'Busy';
  }
}

/** The client closed the connection before its answer; in the log as 499, told to nobody. */
export class ClientGone extends Error {
  constructor() {
    super('The client went away.');
    this.name = 'ClientGone';
  }
}

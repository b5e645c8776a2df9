/** The client closed the connection before its answer; the log has it as 499. */
export class ClientGone extends Error {
  constructor() {
    super('The client went away.');
    this.name = 'ClientGone';
  }
}

/** The reason why a path of a request is refused, as the end of a sentence about it. */
export class PathProblem extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PathProblem';
  }
}

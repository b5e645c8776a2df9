/** An id to which links of a document lead, and the place in the request of the first of them. */
export interface LinkedId {
  readonly id: string;
  readonly pointer: string;
}

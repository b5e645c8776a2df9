/** Hears how many operations have been composed. */
export type ComposeProgress = (operations: number) => void;

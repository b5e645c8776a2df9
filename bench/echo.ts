/** The task that the costs of a task are measured with: it does nothing. */
export const echo = (input: unknown) => Promise.resolve({ value: input });

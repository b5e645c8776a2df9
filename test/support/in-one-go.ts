/** Options of a document that make it print in one go, however long it is, and change nothing else: a style sheet that counts, though nothing is what it counts. */
export const inOneGo = { css: 'x-none{counter-reset:none}' };

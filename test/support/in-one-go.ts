/**
 * Options of a document that make it print in one go, however long it is, and change nothing else: a style sheet with
 * `counter-reset`, which resets nothing.
 */
export const inOneGo = { css: 'html{counter-reset:none}' };

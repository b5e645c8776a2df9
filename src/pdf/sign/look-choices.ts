/** Fields of a signature that a look states. In a file of its own, because the code that draws looks loads a text shaper. */
export const lookFields = ['name', 'reason', 'location', 'contact', 'date'] as const;

/** Where the picture is: `auto` is left of the text, or above it in an upright box; `text` shows none. */
export const layouts = ['auto', 'text', 'logo-left', 'logo-top'] as const;

/** How the time of signing is written: a length of CLDR, or ISO 8601. */
export const dateFormats = ['short', 'medium', 'long', 'full', 'iso'] as const;

/** What happens where a visible signature covers text of its page. */
export const coverRules = ['allow', 'warn', 'refuse'] as const;
export type CoverRule = (typeof coverRules)[number];

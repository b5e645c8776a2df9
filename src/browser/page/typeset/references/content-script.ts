/**
 * The source of a function for scripts in the page: divides a value of `content` into its parts (CSS Generated Content
 * 3, 2). A part is `{ text }` for a string, `{ name, args }` for a function, each argument being `{ text }` or
 * `{ word }`, or `{ word }` for everything else. `null` for a value that is none.
 */
export const contentParts = String.raw`((value) => {
  const token = /\s+|"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|url\(\s*([^"'()\s]*)\s*\)|([\w-]+)\(|([),\/])|([^\s"'(),\/]+)/gy;
  const unescaped = (text) =>
    text.replace(/\\(?:([\da-f]{1,6})\s?|\n|([^]))/gi, (_, code, other = '') =>
      code === undefined ? other : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff) || 0xfffd),
    );
  const open = [{ name: null, args: [[]], start: 0 }];
  while (token.lastIndex < value.length) {
    const start = token.lastIndex;
    const found = token.exec(value);
    if (found === null) return null;
    const [all, double, single, address, called, mark, word] = found;
    const last = open.at(-1);
    const add = (part) => last.args.at(-1).push({ ...part, source: value.slice(start, token.lastIndex) });
    if (double !== undefined || single !== undefined) add({ text: unescaped(double ?? single) });
    else if (address !== undefined) add({ text: unescaped(address), isUrl: true });
    else if (called !== undefined) open.push({ name: called.toLowerCase(), args: [[]], start });
    else if (mark === ',') last.args.push([]);
    else if (mark === ')') {
      if (open.length === 1) return null;
      const { name, args, start: from } = open.pop();
      const above = open.at(-1).args.at(-1);
      const [only] = args[0];
      const part =
        name === 'url' && only?.text !== undefined ? { text: only.text, isUrl: true } : { name, args: args.map(([one]) => one ?? {}) };
      above.push({ ...part, source: value.slice(from, token.lastIndex) });
    } else if (word !== undefined || mark === '/') add({ word: word ?? mark });
  }
  return open.length === 1 && open[0].args.length === 1 ? open[0].args[0] : null;
})`;

import { AppError } from '../../problems.ts';

/**
 * Limits of a template. The parser's time grows with the square of the tags, and of the depth; at these limits it takes
 * a second or two.
 */
const maxTags = 20_000;
const maxDepth = 200;
const longestTag = 20_000;

/** `{{#if`, `{{/if}}`, `{{else if`, `{{^name`, `{{name`; of comments only that they are. */
const tags = /\{\{(?:!|~?\s*(#|\/|\^|else\b)?[^}]*)/g;

/** The tags of a template; of comments that go on behind other tags, up to their dashes, only that they are. */
function* tagsOf(source: string): Generator<{ readonly tag: string; readonly kind: string | undefined }> {
  const lastDashes = source.lastIndexOf('--');
  for (let from = 0; ;) {
    tags.lastIndex = from;
    const found = tags.exec(source);
    if (found === null) return;
    const { 0: tag, 1: kind, index } = found;
    const isComment = source.startsWith('{{!--', index) && lastDashes >= index + commentStart;
    yield { tag, kind };
    from = isComment ? source.indexOf('--', index + commentStart) + 2 : index + tag.length;
  }
}

const commentStart = '{{!--'.length;

/** Blocks that are open where a tag stands; each `else if` opens one more, which the block's end closes too. */
class Nesting {
  readonly #open: number[] = [];
  #depth = 0;

  /** Takes the next tag and returns its depth. */
  next(kind: string | undefined): number {
    if (kind === '/') this.#depth -= this.#open.pop() ?? 0;
    else if (kind !== undefined) {
      this.#depth += 1;
      if (kind === '#' || this.#open.length === 0) this.#open.push(1);
      else this.#open.push((this.#open.pop() ?? 0) + 1);
    }
    return this.#depth;
  }
}

/** Refuses a template whose parsing alone would occupy a thread. Throws AppError `limit-exceeded`. */
export function checkTemplateSize(source: string, name: string): void {
  const nesting = new Nesting();
  let count = 0;
  for (const { tag, kind } of tagsOf(source)) {
    count += 1;
    if (count > maxTags) throw new AppError('limit-exceeded', `${name} has more than ${maxTags} tags.`);
    if (tag.length > longestTag && !tag.startsWith('{{!'))
      throw new AppError('limit-exceeded', `${name} has a tag of more than ${longestTag} characters.`);
    if (nesting.next(kind) > maxDepth)
      throw new AppError('limit-exceeded', `${name} nests blocks more than ${maxDepth} deep.`);
  }
}

import Handlebars from 'handlebars';

type Statement = hbs.AST.MustacheStatement;
type Path = hbs.AST.PathExpression;

/**
 * The helper that writes the values which a template names. It is not among the names that a template can use, so
 * templates cannot call it themselves.
 */
export const valueHelper = 'colophon-value';

/**
 * Parses a template. Each expression that is only a name (`{{customer.name}}`) and not a helper is passed through
 * `valueHelper` with its value, its text and its line. The output is the same.
 */
export function parseWatched(source: string, helpers: ReadonlySet<string>): hbs.AST.Program {
  const tree = Handlebars.parse(source);
  const visitor = new Handlebars.Visitor();
  visitor.MustacheStatement = (statement: Statement) => watch(statement, helpers);
  visitor.accept(tree);
  return tree;
}

function watch(statement: Statement, helpers: ReadonlySet<string>): void {
  if (
    statement.path.type !== 'PathExpression' ||
    statement.params.length > 0 ||
    ((statement.hash as hbs.AST.Hash | undefined)?.pairs.length ?? 0) > 0
  )
    return;
  const path = statement.path as Path;
  const isHelper =
    path.parts.length === 1 &&
    !path.data &&
    path.depth === 0 &&
    !path.original.startsWith('this') &&
    helpers.has(path.original);
  if (path.parts.length === 0 || isHelper) return;
  const { loc } = path;
  const original: hbs.AST.StringLiteral = { type: 'StringLiteral', value: path.original, original: path.original, loc };
  const line: hbs.AST.NumberLiteral = { type: 'NumberLiteral', value: loc.start.line, original: loc.start.line, loc };
  statement.path = { type: 'PathExpression', data: false, depth: 0, parts: [valueHelper], original: valueHelper, loc };
  statement.params = [path, original, line];
}

import { readFileSync, writeFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { bounded } from './bounded-patterns.mjs';

/**
 * A lint rule: every regular expression takes time in proportion to its text. Each is put before recheck, which answers
 * that it is safe, or with a text on which it is not. One that recheck cannot decide is an error as well, unless
 * `bounded-patterns.mjs` states why its text is short.
 *
 * A verdict takes a second, so those that are safe are stored beside this file, and looked up there; what is not in it
 * is put before recheck, in CI too.
 */
const storedAt = new URL('linear-patterns.json', import.meta.url);
const safe = new Set(JSON.parse(readFileSync(storedAt, 'utf8')));
const faults = new Map();
const timeoutMs = 20_000;

/** What is wrong with a pattern; `null` = nothing. */
export function faultOf(source, flags) {
  const pattern = `/${source}/${flags}`;
  if (safe.has(pattern) || bounded.has(pattern)) return null;
  if (!faults.has(pattern)) faults.set(pattern, verdict(pattern, checkSync(source, flags, { timeout: timeoutMs })));
  return faults.get(pattern);
}

function verdict(pattern, { status, complexity, attack, error }) {
  if (status === 'vulnerable')
    return (
      `takes ${complexity?.summary ?? 'more than linear'} time, as on ` +
      `${(attack?.pattern ?? 'a long text').slice(0, 200)}`
    );
  if (status !== 'safe') return `is one that recheck cannot decide (${error?.kind ?? 'no reason'})`;
  safe.add(pattern);
  if (process.env.CI === undefined) writeFileSync(storedAt, `${JSON.stringify([...safe].sort(), null, 1)}\n`);
  return null;
}

/** A letter for a part that is known only when the service runs: a name, a key. */
const anyPart = 'x';

/** The text of an expression, as far as this file tells it. */
function textOf(node, scope) {
  if (node.type === 'Literal') return node.regex?.pattern ?? String(node.value);
  if (node.type === 'TemplateLiteral') return pieces(node, scope, 'cooked');
  if (node.type === 'TaggedTemplateExpression') return pieces(node.quasi, scope, 'raw');
  if (node.type === 'BinaryExpression') return textOf(node.left, scope) + textOf(node.right, scope);
  if (node.type === 'MemberExpression' && node.property.name === 'source') return textOf(node.object, scope);
  const value = node.type === 'Identifier' ? constantOf(node.name, scope) : null;
  return value === null ? anyPart : textOf(value, scope);
}

const pieces = ({ quasis, expressions }, scope, kind) =>
  quasis
    .map(({ value }, index) => value[kind] + (index < expressions.length ? textOf(expressions[index], scope) : ''))
    .join('');

/** What a constant is made of; `null` for anything else. */
function constantOf(name, scope) {
  for (let at = scope; at !== null; at = at.upper) {
    const definition = at.set.get(name)?.defs[0];
    if (definition === undefined) continue;
    return definition.type === 'Variable' &&
      definition.parent.kind === 'const' &&
      definition.node.id.type === 'Identifier'
      ? definition.node.init
      : null;
  }
  return null;
}

const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { slow: 'This pattern {{fault}}.', invalid: 'This pattern cannot be read: {{fault}}.' },
  },
  create(context) {
    function check(node, source, flags) {
      const fault = faultOf(source, flags);
      if (fault !== null) context.report({ node, messageId: 'slow', data: { fault } });
    }
    function checkMade(node) {
      if (node.callee.name !== 'RegExp' || node.arguments.length === 0) return;
      const scope = context.sourceCode.getScope(node);
      const [pattern, flags] = node.arguments;
      check(node, textOf(pattern, scope), flags === undefined ? '' : textOf(flags, scope));
    }
    return {
      'Literal[regex]': (node) => check(node, node.regex.pattern, node.regex.flags),
      NewExpression: checkMade,
      CallExpression: checkMade,
    };
  },
};

export default { rules: { 'linear-patterns': rule } };

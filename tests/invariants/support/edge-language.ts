import { isNode, type Node, nameOf, nodesOf } from './syntax.ts';

/**
 * The language of CloudFront's functions, as its developer guide lists the support of `cloudfront-js-2.0`: ECMAScript
 * 5.1 and some later features. A feature that is not listed is missing, whatever other engines support.
 */
const STATEMENTS = [
  'Program',
  'BlockStatement',
  'BreakStatement',
  'CatchClause',
  'ContinueStatement',
  'DoWhileStatement',
  'EmptyStatement',
  'ExpressionStatement',
  'ForInStatement',
  'ForStatement',
  'FunctionDeclaration',
  'IfStatement',
  'LabeledStatement',
  'ReturnStatement',
  'SwitchCase',
  'SwitchStatement',
  'ThrowStatement',
  'TryStatement',
  'VariableDeclaration',
  'VariableDeclarator',
  'WhileStatement',
];
const EXPRESSIONS = [
  'ArrayExpression',
  'ArrowFunctionExpression',
  'AssignmentExpression',
  'AwaitExpression',
  'BinaryExpression',
  'CallExpression',
  'ConditionalExpression',
  'FunctionExpression',
  'Identifier',
  'Literal',
  'LogicalExpression',
  'MemberExpression',
  'NewExpression',
  'ObjectExpression',
  'ParenthesizedExpression',
  'Property',
  'RestElement',
  'SequenceExpression',
  'TemplateElement',
  'TemplateLiteral',
  'ThisExpression',
  'UnaryExpression',
  'UpdateExpression',
];
const TYPES = new Set([...STATEMENTS, ...EXPRESSIONS]);
const OPERATORS_MISSING = new Set(['??', '??=', '||=', '&&=']);
/** Globals that every function may use. There are no timers, no network and no evaluation of text. */
const GLOBALS = new Set([
  ...['Array', 'Boolean', 'Buffer', 'Date', 'Error', 'JSON', 'Math', 'Number', 'Object', 'Promise', 'RegExp'],
  ...['String', 'TypeError', 'console', 'decodeURIComponent', 'encodeURIComponent', 'isFinite', 'isNaN'],
  ...['parseFloat', 'parseInt', 'require', 'undefined', 'NaN', 'Infinity'],
]);
const MODULES = new Set(['buffer', 'cloudfront', 'crypto', 'querystring']);
/** Methods that our functions call, each looked up in the guide's lists of objects and modules. */
const METHODS = new Set([
  ...['charCodeAt', 'indexOf', 'pop', 'replace', 'split'],
  ...['exec', 'test', 'now', 'from'],
  ...['createHmac', 'digest', 'update'],
]);
const ENCODINGS = new Set(['base64', 'base64url', 'hex', 'utf8']);
/** Allowed flags, and pattern parts that are missing: lookbehind and Unicode classes. */
const REGEX_FLAGS = /^[gim]*$/;
const REGEX_MISSING = /\(\?<[=!]|\\[pP]\{/;

const field = (node: unknown, name: string): unknown => (isNode(node) ? node[name] : undefined);
const list = (node: unknown, name: string): unknown[] => {
  const found = field(node, name);
  return Array.isArray(found) ? found : [];
};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns all names that a program declares anywhere. Scopes are ignored, because these functions are small. */
const declaredIn = (nodes: readonly Node[]): Set<string> =>
  new Set(
    nodes.flatMap((node) => [
      ...(node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? [nameOf(node.id)] : []),
      ...list(node, 'params').map((each) => nameOf(each) || nameOf(field(each, 'argument'))),
      ...(node.type === 'CatchClause' ? [nameOf(node.param)] : []),
    ]),
  );

/** Returns the identifiers that are not property names. */
const freeNames = (nodes: readonly Node[]): string[] => {
  const ofProperty = new Set(
    nodes.flatMap((node) => {
      if (node.type === 'MemberExpression' && node.computed !== true) return [node.property];
      if (node.type === 'Property' && node.computed !== true) return [node.key];
      if (node.type === 'LabeledStatement') return [node.label];
      return [];
    }),
  );
  return nodes.filter((node) => node.type === 'Identifier' && !ofProperty.has(node)).map(nameOf);
};

const faultsOfCall = (node: Node): string[] => {
  const { callee } = node;
  const [first, second] = list(node, 'arguments').map((each) => text(field(each, 'value')));
  if (nameOf(callee) === 'require') return MODULES.has(first ?? '') ? [] : [`the module ${first}`];
  const method = nameOf(field(callee, 'property'));
  if (field(callee, 'type') !== 'MemberExpression') return [];
  const encoding = method === 'digest' ? first : method === 'from' ? second : undefined;
  return [
    ...(METHODS.has(method) && field(callee, 'computed') !== true ? [] : [`the method ${method}`]),
    ...(encoding === undefined || ENCODINGS.has(encoding) ? [] : [`the encoding ${encoding}`]),
  ];
};

const faultsOf = (node: Node): string[] => {
  const type = text(node.type);
  if (!TYPES.has(type)) return [type];
  const faults: string[] = [];
  if (OPERATORS_MISSING.has(text(node.operator))) faults.push(`the operator ${text(node.operator)}`);
  if (type === 'Literal' && isNode(node.regex)) {
    if (!REGEX_FLAGS.test(text(node.regex.flags))) faults.push(`the flags ${text(node.regex.flags)}`);
    if (REGEX_MISSING.test(text(node.regex.pattern))) faults.push(`the pattern ${text(node.regex.pattern)}`);
  }
  if (type === 'Literal' && node.bigint !== undefined && node.bigint !== null) faults.push('BigInt');
  if (type === 'Property' && (node.computed === true || node.shorthand === true || node.kind !== 'init'))
    faults.push('a property that is computed, short, or an accessor');
  if (node.generator === true) faults.push('a generator');
  if (type === 'MemberExpression' && node.optional === true) faults.push('optional chaining');
  if (type === 'CallExpression' || type === 'NewExpression') faults.push(...faultsOfCall(node));
  return faults;
};

/** Returns the language features a function uses that CloudFront lacks. @throws SyntaxError if it is not JavaScript */
export const missingAtEdge = (code: string): string[] => {
  const nodes = nodesOf({ path: 'edge-function.js', text: code });
  if (nodes.length <= 1) throw new SyntaxError('not a program');
  const declared = declaredIn(nodes);
  const unknown = freeNames(nodes).filter((name) => !declared.has(name) && !GLOBALS.has(name));
  return [...new Set([...nodes.flatMap(faultsOf), ...unknown.map((name) => `the name ${name}`)])];
};

import { channelSchema } from '@prosa/shared/messaging/identity.ts';
import { expect, it } from 'vitest';
import { isTest, type SourceFile, sourceFiles } from './support/source-files.ts';
import { isNode, type Node, nodesOf, placeOf } from './support/syntax.ts';

const NAMES: ReadonlySet<unknown> = new Set(channelSchema.options);
const FOLDERS = ['functions', 'session-host', 'shared', 'frontend'];

/** Where a channel's name is something else, or is what the code is about. */
const EXCEPTIONS: readonly { path: RegExp; reason: string }[] = [
  { path: /^functions\/channels\//, reason: 'the channels themselves' },
  { path: /^functions\/domain\/meta\//, reason: "Meta's parser, which says what channel a delivery is of" },
];

const isName = (node: unknown): boolean => isNode(node) && node.type === 'Literal' && NAMES.has(node.value);
const isNames = (node: unknown): boolean =>
  isNode(node) &&
  node.type === 'ArrayExpression' &&
  Array.isArray(node.elements) &&
  node.elements.length > 0 &&
  node.elements.every(isName);

const EQUALITY: ReadonlySet<unknown> = new Set(['===', '!==', '==', '!=']);

/** Whether a node asks which channel something is: a comparison, a case, or a list that is asked. */
const asksForName = (node: Node): boolean => {
  switch (node.type) {
    case 'BinaryExpression':
      return EQUALITY.has(node.operator) && (isName(node.left) || isName(node.right));
    case 'SwitchCase':
      return isName(node.test);
    case 'MemberExpression':
      return isNames(node.object);
    case 'NewExpression':
      return Array.isArray(node.arguments) && node.arguments.some(isNames);
    default:
      return false;
  }
};

const questionsIn = (file: SourceFile): string[] =>
  nodesOf(file)
    .filter(asksForName)
    .map((node) => placeOf(file, node));

it('nothing but the channels asks which channel something is', () => {
  const found = FOLDERS.flatMap(sourceFiles)
    .filter((file) => !isTest(file) && file.path.match(/\.tsx?$/) !== null)
    .filter(({ path }) => !EXCEPTIONS.some((exception) => exception.path.test(path)))
    .filter(({ text }) => channelSchema.options.some((name) => text.includes(`'${name}'`)))
    .flatMap(questionsIn);
  expect(found).toEqual([]);
});

it('every exception is needed', () => {
  const files = FOLDERS.flatMap(sourceFiles).filter((file) => !isTest(file));
  const needless = EXCEPTIONS.filter(
    ({ path, reason }) =>
      reason !== 'the channels themselves' &&
      files.filter((file) => path.test(file.path)).flatMap(questionsIn).length === 0,
  );
  expect(needless.map(({ path }) => path.source)).toEqual([]);
});

it.each([
  "if (ticket.channel === 'whatsapp') go();",
  "if ('facebook' !== channel) go();",
  "switch (channel) { case 'instagram': go(); }",
  "const isMeta = ['facebook', 'instagram'].includes(channel);",
  "const META = new Set(['facebook', 'instagram']);",
])('finds %s', (text) => {
  expect(questionsIn({ path: 'functions/example.ts', text })).toHaveLength(1);
});

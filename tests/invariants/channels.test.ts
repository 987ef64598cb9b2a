import { channelSchema } from '@prosa/shared/messaging/identity.ts';
import { expect, it } from 'vitest';
import { isTest, type SourceFile, sourceFiles } from './support/source-files.ts';
import { isNode, type Node, nodesOf, placeOf } from './support/syntax.ts';

const NAMES: ReadonlySet<unknown> = new Set(channelSchema.options);
const FOLDERS = ['functions', 'session-host', 'shared', 'frontend'];

/** Files in which a channel's name means something else, or which are about the channel. */
const EXCEPTIONS: readonly { path: RegExp; reason: string }[] = [
  { path: /^functions\/channels\//, reason: 'the channels themselves' },
];

const isName = (node: unknown): boolean => isNode(node) && node.type === 'Literal' && NAMES.has(node.value);
const isNames = (node: unknown): boolean =>
  isNode(node) &&
  node.type === 'ArrayExpression' &&
  Array.isArray(node.elements) &&
  node.elements.length > 0 &&
  node.elements.every(isName);

/** Folders whose code may not name a single channel. */
const NAMELESS = ['functions', 'frontend', 'shared/contracts', 'shared/rules'];
/** Files that may name a channel nevertheless, or in which the word means something else. */
const NAMERS: readonly { path: RegExp; reason: string }[] = [
  ...EXCEPTIONS,
  { path: /^shared\/rules\/import-columns\.ts$/, reason: 'what people call a column of numbers' },
  {
    path: /^functions\/domain\/events\/organisation-events\.ts$/,
    reason: 'the event of connections has this name',
  },
  { path: /^frontend\/features\/sandbox\//, reason: 'the sandbox plays the customers of every channel' },
];

const EQUALITY: ReadonlySet<unknown> = new Set(['===', '!==', '==', '!=']);

/** Whether a node checks which channel something is: a comparison, a case, or a list lookup. */
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

it("only the channels' own code checks which channel something is", () => {
  const found = FOLDERS.flatMap(sourceFiles)
    .filter((file) => !isTest(file) && file.path.match(/\.tsx?$/) !== null)
    .filter(({ path }) => !EXCEPTIONS.some((exception) => exception.path.test(path)))
    .filter(({ text }) => channelSchema.options.some((name) => text.includes(`'${name}'`)))
    .flatMap(questionsIn);
  expect(found).toEqual([]);
});

const namesIn = (file: SourceFile): string[] =>
  nodesOf(file)
    .filter(isName)
    .map((node) => placeOf(file, node));

it('no function, screen, contract or rule names a channel', () => {
  const found = NAMELESS.flatMap(sourceFiles)
    .filter((file) => !isTest(file) && file.path.match(/\.tsx?$/) !== null)
    .filter(({ path }) => !NAMERS.some((exception) => exception.path.test(path)))
    .filter(({ text }) => channelSchema.options.some((name) => text.includes(name)))
    .flatMap(namesIn);
  expect(found).toEqual([]);
});

it('every file that may name a channel does so', () => {
  const files = NAMELESS.flatMap(sourceFiles).filter((file) => !isTest(file));
  const needless = NAMERS.filter(
    ({ path }) => files.filter((file) => path.test(file.path)).flatMap(namesIn).length === 0,
  );
  expect(needless.map(({ path }) => path.source)).toEqual([]);
});

it.each(["open({ channel: 'whatsapp' });", 'const mark = <ChannelIcon channel="facebook" />;'])(
  'the check finds the name in %s',
  (text) => {
    expect(namesIn({ path: 'frontend/example.tsx', text })).toHaveLength(1);
  },
);

it('every exception is still needed', () => {
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
])('the check finds %s', (text) => {
  expect(questionsIn({ path: 'functions/example.ts', text })).toHaveLength(1);
});

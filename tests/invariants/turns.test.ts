import { expect, it } from 'vitest';
import { isTest, type SourceFile, sourceFiles } from './support/source-files.ts';
import { isNode, nodesOf, placeOf } from './support/syntax.ts';

/** The rows of a conversation: what is decided about one is a turn, and one function writes it. */
const CONVERSATION_ENTITIES: ReadonlySet<unknown> = new Set([
  'Contact',
  'ContactAlias',
  'ContactTicket',
  'Conversation',
  'Message',
  'ProviderMessage',
  'Ticket',
  'TicketLog',
  'TicketNote',
  'TicketTracking',
]);
const WRITES: ReadonlySet<unknown> = new Set(['put', 'update', 'delete']);

/** Where such a row is written otherwise, and why that is no decision about a conversation. */
const EXCEPTIONS: Record<string, string> = {
  'functions/repositories/commit-turn.ts': 'The one way.',
  'functions/platform/table/updates.ts':
    'Counters, acks and outcomes of sends: targeted updates that only rise.',
  'functions/http/tickets/ticket-notes.ts': 'Notes beside a conversation, which change nothing of it.',
};

const writesIn = (file: SourceFile): string[] =>
  nodesOf(file)
    .filter(
      ({ type, callee, arguments: given }) =>
        type === 'CallExpression' &&
        isNode(callee) &&
        callee.type === 'MemberExpression' &&
        isNode(callee.property) &&
        WRITES.has(callee.property.name) &&
        Array.isArray(given) &&
        isNode(given[0]) &&
        CONVERSATION_ENTITIES.has(given[0].name),
    )
    .map((node) => placeOf(file, node));

const files = ['functions', 'session-host'].flatMap(sourceFiles).filter((file) => !isTest(file));

it('what is decided about a conversation is written by commitTurn alone', () => {
  const others = files.filter(({ path }) => EXCEPTIONS[path] === undefined);
  expect(others.flatMap(writesIn)).toEqual([]);
});

it('every exception is needed', () => {
  const needed = files.filter((file) => writesIn(file).length > 0).map(({ path }) => path);
  expect(needed).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)));
});

it.each(['commit([table.put(Ticket, row, 1)]);', 'own.delete(Message, message, 3);'])('finds %s', (text) => {
  expect(writesIn({ path: 'functions/example.ts', text })).toHaveLength(1);
});

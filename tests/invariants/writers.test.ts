import { describe, expect, it } from 'vitest';
import { isTest, type SourceFile, sourceFiles } from './support/source-files.ts';
import { isNode, nodesOf, placeOf } from './support/syntax.ts';

/** Rows that only one function writes, and the other places that write them, with the reason. */
const WRITERS: { name: string; entities: readonly string[]; places: Record<string, string> }[] = [
  {
    name: 'what is decided about a conversation',
    entities: [
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
    ],
    places: {
      'functions/conversations/commit-turn.ts': 'The one way.',
      'functions/platform/table/updates.ts':
        'Counters, acks and outcomes of sends: targeted updates that only rise.',
      'functions/http/tickets/ticket-notes.ts': 'Notes beside a conversation, which change nothing of it.',
    },
  },
  {
    name: 'users, with what the directory has of them',
    entities: ['User', 'DirectoryUser'],
    places: { 'functions/repositories/users/users.ts': 'The one way.' },
  },
  {
    name: 'queues, with their options and what the directory has of them',
    entities: ['Queue', 'QueueOptions', 'DirectoryQueue'],
    places: { 'functions/repositories/organisation/queues.ts': 'The one way.' },
  },
  {
    name: 'connections, with what the directory has of them',
    entities: ['Connection', 'DirectoryConnection'],
    places: { 'functions/repositories/connections/connections.ts': 'The one way.' },
  },
  {
    name: 'entries of the audit log',
    entities: ['AuditEntry'],
    places: { 'functions/repositories/rows/audit.ts': 'The one way.' },
  },
];
const WRITES: ReadonlySet<unknown> = new Set(['put', 'update', 'delete']);

const writesIn = (file: SourceFile, entities: ReadonlySet<unknown>): string[] =>
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
        entities.has(given[0].name),
    )
    .map((node) => placeOf(file, node));

const files = ['functions', 'session-host', 'infra']
  .flatMap(sourceFiles)
  .filter((file) => !isTest(file) && /\.(?:put|update|delete)\(/.test(file.text));
/** Whether a file seeds the demo company, whose rows are written before any user works with them. */
const isSeed = ({ path }: SourceFile): boolean => path.startsWith('infra/local/');

describe.each(WRITERS)('$name', ({ entities, places }) => {
  const named = new Set<unknown>(entities);

  it('rows of the entity are written in one place', () => {
    const others = files.filter((file) => places[file.path] === undefined && !isSeed(file));
    expect(others.flatMap((file) => writesIn(file, named))).toEqual([]);
  });

  it('the list of exceptions contains no needless one', () => {
    const writers = files.filter((file) => writesIn(file, named).length > 0).map(({ path }) => path);
    expect(writers).toEqual(expect.arrayContaining(Object.keys(places)));
  });
});

it.each(['commit([table.put(Ticket, row, 1)]);', 'own.delete(Ticket, ticket, 3);'])(
  'the check finds %s',
  (text) => {
    expect(writesIn({ path: 'functions/example.ts', text }, new Set(['Ticket']))).toHaveLength(1);
  },
);

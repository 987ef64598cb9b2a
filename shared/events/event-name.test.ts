import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { defineEvent, referenceSchema } from './define-event.ts';
import { createNameReader, formatName, type NameParams } from './event-name.ts';

const membersSchema = z.object({ action: z.literal('update'), members: z.array(z.int()) });

/** Events as an internal chat and shared lists would have them, with parameters at every position of a name. */
const ROWS = {
  chatUser: defineEvent({
    name: 'company-{companyId}-chat-user-{userId}',
    audience: { kind: 'users', of: ({ params }) => [params.userId] },
    schema: membersSchema,
    fit: { bounded: 'as many members as a chat may have' },
    examples: [{ action: 'update', members: [1, 2] }],
  }),
  chat: defineEvent({
    name: 'company-{companyId}-chat-{chatId}',
    audience: { kind: 'users', of: ({ data }) => ('members' in data ? data.members : []) },
    schema: z.union([membersSchema, referenceSchema]),
    fit: {
      refer: ({ params, data }) =>
        'members' in data ? { action: 'reference', id: params.chatId, version: 1 } : undefined,
    },
    examples: [
      { action: 'update', members: [] },
      { action: 'reference', id: 4, version: 1 },
    ],
  }),
  chats: defineEvent({
    name: 'company-{companyId}-chat',
    audience: { kind: 'company' },
    schema: membersSchema,
    fit: { bounded: 'as many members as a chat may have' },
    examples: [{ action: 'update', members: [] }],
  }),
  listItem: { name: 'company-{companyId}-ContactListItem-{listId}' },
  tag: { name: 'company{companyId}-tag' },
  schedule: { name: 'company{companyId}-schedule' },
  importMessages: { name: 'importMessages-{companyId}' },
  announcement: { name: 'company-announcement' },
} as const;

const read = createNameReader(ROWS);

describe('names of live events', () => {
  it.each([
    ['company-7-chat-user-31', { key: 'chatUser', params: { companyId: 7, userId: 31 } }],
    ['company-7-chat-4', { key: 'chat', params: { companyId: 7, chatId: 4 } }],
    ['company-7-chat', { key: 'chats', params: { companyId: 7 } }],
    ['company-12-ContactListItem-9', { key: 'listItem', params: { companyId: 12, listId: 9 } }],
    ['company12-tag', { key: 'tag', params: { companyId: 12 } }],
    ['company12-schedule', { key: 'schedule', params: { companyId: 12 } }],
    ['importMessages-12', { key: 'importMessages', params: { companyId: 12 } }],
    ['company-announcement', { key: 'announcement', params: {} }],
  ] as const)('%s is formatted and parsed by its template', (name, address) => {
    expect(read(name)).toEqual(address);
    expect(formatName<string>(ROWS[address.key].name, address.params)).toBe(name);
  });

  it.each([
    'company-7-ghost',
    'company-7-chat-user-',
    'company-7-chat-user-x',
    'company-07-chat-4',
    'company-7-chat-99999999999999999999',
    'company-7-chat-4-4',
    'company--chat',
    'toString',
    '',
  ])('%s is not parsed as an event', (name) => {
    expect(read(name)).toBeUndefined();
  });

  it('have typed parameters from their template', () => {
    expectTypeOf<NameParams<'company-{companyId}-chat-user-{userId}'>>().toEqualTypeOf<
      Readonly<{ companyId: number; userId: number }>
    >();
    expectTypeOf<NameParams<'company-announcement'>>().toEqualTypeOf<Readonly<Record<never, number>>>();
    expectTypeOf(ROWS.chatUser.audience.of).parameter(0).toEqualTypeOf<{
      params: Readonly<{ companyId: number; userId: number }>;
      data: { action: 'update'; members: number[] };
    }>();
    expect(
      ROWS.chatUser.audience.of({
        params: { companyId: 7, userId: 3 },
        data: ROWS.chatUser.examples[0] ?? { action: 'update', members: [] },
      }),
    ).toEqual([3]);
  });
});

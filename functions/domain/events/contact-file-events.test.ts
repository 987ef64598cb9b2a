import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { type ContactImport, contactImportSchema } from '@prosa/shared/entities/contact-import.ts';
import { describe, expect, it } from 'vitest';
import { contactEvents } from './contact-events.ts';
import { contactImportEvents } from './contact-file-events.ts';
import type { EventContext } from './context.ts';

const viewer = (id: number) => ({
  id,
  profile: 'admin' as const,
  super: false,
  queueIds: [],
  connectionId: null,
  allTicket: true,
  allowGroup: true,
  allHistoric: true,
  allUserChat: true,
});
const context: EventContext = {
  companyId: 2,
  nowMs: 0,
  names: { users: new Map(), queues: new Map(), connections: new Map() },
  states: new Map(),
  recipients: [3, 4].map((id) => ({
    viewer: viewer(id),
    masksNumbers: false,
    managesConnections: true,
    watchesTickets: false,
  })),
  tickets: new Map(),
  chats: new Map(),
  campaigns: new Map(),
  planned: new Map(),
  online: new Set(),
  link: (key) => key,
};
const AT = '2026-11-20T12:00:00.000Z';
const stored = <T>(fields: T, version: number) => ({
  ...fields,
  version,
  rowCreatedAt: AT,
  rowUpdatedAt: AT,
});
const row = (fields: Partial<ContactImport>, version: number) =>
  stored(
    contactImportSchema.parse({
      ...{ companyId: 2, id: 'an-import', userId: 3, fileName: 'a.csv', sourceKey: '', state: 'importing' },
      ...fields,
    }),
    version,
  );
const heard = (before: Partial<ContactImport>, after: Partial<ContactImport>) =>
  contactImportEvents({ before: row(before, 1), after: row(after, 2) }, context).map(({ event, hears }) => ({
    name: event.name,
    action: event.data.action,
    by: [3, 4].filter((userId) => hears({ userId, rooms: [] })),
  }));

describe('contactImportEvents', () => {
  it('publishes each stored progress to the user who runs the import', () => {
    const progress = [{ name: 'contactImport', action: 'update', by: [3] }];
    expect(heard({ created: 400 }, { created: 999 })).toEqual(progress);
    expect(contactImportEvents({ before: row({}, 2), after: row({}, 2) }, context)).toEqual([]);
  });

  it('publishes a reload of contacts to everyone after each thousand contacts, and at the end', () => {
    const reload = { name: 'contact', action: 'reload', by: [3, 4] };
    const progress = { name: 'contactImport', action: 'update', by: [3] };
    expect(heard({ created: 999 }, { created: 1_001 })).toEqual([reload, progress]);
    expect(heard({ created: 1_001 }, { created: 1_002, state: 'done' })).toEqual([reload, progress]);
  });

  it('publishes no event for a contact that an import creates, but publishes its later changes', () => {
    const made = contactSchema.parse({
      companyId: 2,
      id: 9,
      name: 'Ana',
      channel: 'whatsapp',
      importId: 'an-import',
    });
    const other = contactSchema.parse({ ...made, importId: '' });
    const told = (before: typeof made | undefined, after: typeof made) =>
      contactEvents({ before: before && stored(before, 1), after: stored(after, 2) }, context).length;
    expect(told(undefined, made)).toBe(0);
    expect(told(undefined, other)).toBe(1);
    expect(told(made, { ...made, name: 'Bia' })).toBe(1);
  });
});

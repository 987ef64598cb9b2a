import { ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sparseFields } from './sparse-fields.ts';

const schema = z.object({
  id: z.int(),
  note: z.string().nullable().default(null),
  isOn: z.boolean().default(false),
  isFirst: z.boolean().default(true),
  count: z.int().default(0),
  tags: z.array(z.string()).default([]),
  text: z.string().default(''),
  name: z.string(),
  maybe: z.string().optional(),
});
const empty = { id: 0, note: null, isOn: false, isFirst: true, count: 0, tags: [], text: '', name: '' };

describe('sparseFields', () => {
  it('leaves out what the schema puts back, and nothing else', () => {
    expect(sparseFields(schema, empty)).toEqual({ id: 0, isFirst: true, name: '' });
    const full = { ...empty, note: 'n', isOn: true, isFirst: false, count: 2, tags: ['a'], text: ' ' };
    expect(sparseFields(schema, full)).toEqual(full);
  });

  it('keeps an emptiness that is not the default', () => {
    const loud = z.object({ isOn: z.boolean().default(true), tags: z.array(z.string()).default(['x']) });
    expect(sparseFields(loud, { isOn: false, tags: [] })).toEqual({ isOn: false, tags: [] });
  });

  it('gives back a whole ticket by its schema', () => {
    const ticket = ticketSchema.parse({
      companyId: 1,
      id: 2,
      uuid: '00000002-0000-8000-8000-000000000000',
      status: 'pending',
      channel: 'whatsapp',
      contactId: 3,
      contact: { id: 3, name: 'Ana', number: '5511999990000' },
      connectionId: 4,
      activityAt: '2026-11-21T10:00:00.000Z',
    });
    const sparse = sparseFields(ticketSchema, ticket);
    expect(Object.keys(sparse).length).toBeLessThan(Object.keys(ticket).length / 2);
    expect(ticketSchema.parse(sparse)).toEqual(ticket);
  });
});
